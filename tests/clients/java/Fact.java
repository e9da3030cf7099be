package verger;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;

/** A fact of a refusal: a text, a number, a boolean or a list of texts. */
public record Fact(@JsonValue Object value) {
    @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
    public Fact {
    }

    public String toUrlQueryString(String prefix) {
        return prefix + "=" + value;
    }
}
