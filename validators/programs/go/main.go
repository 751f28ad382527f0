// Validates exchanges with kin-openapi: `kin-openapi DOCUMENT` reads one exchange as JSON per line, and writes a line with the violations of each.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/getkin/kin-openapi/routers/gorillamux"
)

type exchange struct {
	Method          string            `json:"method"`
	Target          string            `json:"target"`
	RequestHeaders  map[string]string `json:"request_headers"`
	RequestBody     string            `json:"request_body"`
	Status          int               `json:"status"`
	ResponseHeaders map[string]string `json:"response_headers"`
	ResponseBody    string            `json:"response_body"`
}

// Credentials are examined by the platform.
var options = &openapi3filter.Options{AuthenticationFunc: openapi3filter.NoopAuthenticationFunc}

func headersOf(named map[string]string) http.Header {
	headers := http.Header{}
	for name, value := range named {
		headers.Set(name, value)
	}
	return headers
}

// violations returns what kin-openapi reports about the request and about the response.
func (one exchange) violations(router routers.Router, origin string) (found []string) {
	report := func(part string, err error) {
		text := strings.Join(strings.Fields(err.Error()), " ")
		found = append(found, fmt.Sprintf("%s %s %d: %s: %.300s", one.Method, one.Target, one.Status, part, text))
	}
	request, err := http.NewRequest(one.Method, origin+one.Target, strings.NewReader(one.RequestBody))
	if err != nil {
		report("request", err)
		return
	}
	request.Header = headersOf(one.RequestHeaders)
	route, values, err := router.FindRoute(request)
	if err != nil {
		report("request", err)
		return
	}
	// This router returns the values of path parameters as they are in the URL. The routers of web frameworks decode them.
	for name, value := range values {
		if values[name], err = url.PathUnescape(value); err != nil {
			report("request", err)
			return
		}
	}
	input := &openapi3filter.RequestValidationInput{Request: request, PathParams: values, Route: route, Options: options}
	if err := openapi3filter.ValidateRequest(context.Background(), input); err != nil {
		report("request", err)
	}
	response := &openapi3filter.ResponseValidationInput{
		RequestValidationInput: input,
		Status:                 one.Status,
		Header:                 headersOf(one.ResponseHeaders),
		Body:                   io.NopCloser(strings.NewReader(one.ResponseBody)),
		Options:                &openapi3filter.Options{IncludeResponseStatus: true},
	}
	if err := openapi3filter.ValidateResponse(context.Background(), response); err != nil {
		report("response", err)
	}
	return
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	document, err := openapi3.NewLoader().LoadFromFile(os.Args[1])
	must(err)
	must(document.Validate(context.Background()))
	router, err := gorillamux.NewRouter(document)
	must(err)
	server, err := url.Parse(document.Servers[0].URL)
	must(err)
	origin := server.Scheme + "://" + server.Host
	lines := bufio.NewReader(os.Stdin)
	for {
		line, err := lines.ReadBytes('\n')
		if err == io.EOF {
			return
		}
		must(err)
		var one exchange
		must(json.Unmarshal(line, &one))
		found := one.violations(router, origin)
		if found == nil {
			found = []string{}
		}
		written, err := json.Marshal(found)
		must(err)
		fmt.Println(string(written))
	}
}
