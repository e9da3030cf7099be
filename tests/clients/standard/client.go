// A client with Go's net/http and its defaults. README.md explains these programs.
package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

func main() {
	if os.Args[1] == "ask" {
		ask(os.Args[2])
	} else {
		follow(os.Args[2], os.Args[3])
	}
}

func must[T any](found T, err error) T {
	if err != nil {
		panic(err)
	}
	return found
}

func ask(base string) {
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		body := must(base64.StdEncoding.DecodeString(fields[2]))
		request := must(http.NewRequest(fields[0], base+fields[1], bytes.NewReader(body)))
		for _, field := range fields[3:] {
			name, value, _ := strings.Cut(field, ": ")
			request.Header.Set(name, value)
		}
		answer := must(http.DefaultClient.Do(request))
		told := must(io.ReadAll(answer.Body))
		answer.Body.Close()
		fmt.Printf("%d\t%s", answer.StatusCode, base64.StdEncoding.EncodeToString(told))
		for name, values := range answer.Header {
			fmt.Printf("\t%s: %s", name, strings.Join(values, ", "))
		}
		fmt.Println()
	}
}

func follow(address string, token string) {
	last := ""
	for {
		request := must(http.NewRequest("GET", address, nil))
		request.Header.Set("Authorization", "Bearer "+token)
		request.Header.Set("Accept", "text/event-stream")
		if last != "" {
			request.Header.Set("Last-Event-ID", last)
		}
		if answer, err := http.DefaultClient.Do(request); err == nil {
			last = heard(bufio.NewReader(answer.Body), last)
			answer.Body.Close()
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// heard prints each event, and returns the id of the last one when the stream ends or breaks.
func heard(lines *bufio.Reader, last string) string {
	id, name, data := last, "", ""
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return last
		}
		field, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		switch {
		case field == "id":
			id = value
		case field == "event":
			name = value
		case field == "data":
			data = value
		case field == "" && name == "end":
			os.Exit(0)
		case field == "" && data != "":
			last = id
			fmt.Printf("%s\t%s\t%s\n", id, name, base64.StdEncoding.EncodeToString([]byte(data)))
			name, data = "", ""
		}
	}
}
