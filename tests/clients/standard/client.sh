#!/usr/bin/env bash
# A client with curl, one process for each request. README.md explains these programs. CURL is the path of another curl.
set -u
curl=${CURL:-curl}
head=$(mktemp) body=$(mktemp)
trap 'rm -f "$head" "$body"' EXIT

ask() {
    while IFS= read -r line; do
        mapfile -t fields <<< "${line//$'\t'/$'\n'}"
        options=(--silent --show-error --compressed --dump-header "$head" --output "$body" --write-out '%{http_code}')
        [[ ${fields[0]} == HEAD ]] && options+=(--head) || options+=(--request "${fields[0]}")
        for field in "${fields[@]:3}"; do options+=(--header "$field"); done
        [[ ${fields[2]} ]] && options+=(--data-binary @-)
        : > "$body"
        status=$(base64 --decode <<< "${fields[2]}" | "$curl" "${options[@]}" "$1${fields[1]}") || exit
        [[ ${fields[0]} == HEAD ]] && : > "$body"
        printf '%s\t%s\t%s\n' "$status" "$(base64 --wrap=0 "$body")" "$(tail -n +2 "$head" | tr -d '\r' | sed '/^$/d' | paste -sd '\t')"
    done
}

follow() {
    local last="" id name data line
    while true; do
        options=(--silent --no-buffer --compressed --header "Authorization: Bearer $2" --header "Accept: text/event-stream")
        [[ $last ]] && options+=(--header "Last-Event-ID: $last")
        id=$last name="" data=""
        while IFS= read -r line; do
            case $line in
                "id: "*) id=${line#id: } ;;
                "event: "*) name=${line#event: } ;;
                "data: "*) data=${line#data: } ;;
                "")
                    [[ $data ]] || continue
                    [[ $name == end ]] && exit
                    last=$id
                    printf '%s\t%s\t%s\n' "$id" "$name" "$(printf %s "$data" | base64 --wrap=0)"
                    name="" data=""
                    ;;
            esac
        done < <("$curl" "${options[@]}" "$1")
        sleep 0.1
    done
}

"$@"
