package main

import (
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// parse reads JSON that has a canonical form: valid UTF-8 without unpaired surrogates, which encoding/json would replace silently.
func parse(text []byte) (value any, ok bool) {
	if !utf8.Valid(text) || json.Unmarshal(text, &value) != nil || hasLoneSurrogate(string(text)) {
		return nil, false
	}
	return value, true
}

// hasLoneSurrogate reports whether the escapes of a JSON text contain a surrogate (\uD800 to \uDFFF) that is not part of a pair.
func hasLoneSurrogate(text string) bool {
	for at := strings.IndexByte(text, '\\'); at >= 0 && at < len(text); {
		switch unit := escaped(text[at:]); {
		case !utf16.IsSurrogate(unit):
			at += 2
		case utf16.DecodeRune(unit, escaped(text[at+6:])) == utf8.RuneError:
			return true
		default:
			at += 12
		}
		next := strings.IndexByte(text[at:], '\\')
		if next < 0 {
			return false
		}
		at += next
	}
	return false
}

// escaped returns the code unit of a \uXXXX at the beginning of the text, and 0 for anything else.
func escaped(text string) rune {
	if len(text) < 6 || text[:2] != `\u` {
		return 0
	}
	unit, _ := strconv.ParseUint(text[2:6], 16, 16)
	return rune(unit)
}

// canonical writes a value from parse in the canonical form of RFC 8785.
func canonical(value any) string {
	switch given := value.(type) {
	case object:
		names := make([]string, 0, len(given))
		for name := range given {
			names = append(names, name)
		}
		slices.SortFunc(names, func(a, b string) int { return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b))) })
		members := []string{}
		for _, name := range names {
			members = append(members, quoted(name)+":"+canonical(given[name]))
		}
		return "{" + strings.Join(members, ",") + "}"
	case []any:
		items := []string{}
		for _, item := range given {
			items = append(items, canonical(item))
		}
		return "[" + strings.Join(items, ",") + "]"
	case string:
		return quoted(given)
	case float64:
		return number(given)
	}
	word, _ := json.Marshal(value) // null, true, false
	return string(word)
}

// number writes a number as ECMAScript does, which is like encoding/json but without a negative zero.
func number(value float64) string {
	text, _ := json.Marshal(math.Abs(value))
	if value < 0 {
		return "-" + string(text)
	}
	return string(text)
}

var escapes = strings.NewReplacer(everyEscape()...)

// everyEscape lists the characters that RFC 8785 escapes, each followed by an escape. If a character is listed twice, its first escape
// applies, which is the shortest.
func everyEscape() []string {
	pairs := []string{`"`, `\"`, `\`, `\\`, "\b", `\b`, "\f", `\f`, "\n", `\n`, "\r", `\r`, "\t", `\t`}
	for letter := range ' ' {
		pairs = append(pairs, string(letter), `\u00`+strconv.FormatInt(int64(letter)+0x100, 16)[1:])
	}
	return pairs
}

func quoted(text string) string { return `"` + escapes.Replace(text) + `"` }
