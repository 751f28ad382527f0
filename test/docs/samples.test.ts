import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../src/docs/samples/languages.ts'
import { requestOf, type SampleRequest } from '../../src/docs/samples/request.ts'

const request: SampleRequest = {
  method: 'POST',
  url: 'https://registry.example/api/v1/things?a=b%20c',
  headers: [
    { name: 'X-API-Key', text: '', variable: 'SVC_API_KEY' },
    { name: 'Authorization', text: 'Bearer ', variable: 'SVC_RUNTIME_TOKEN' },
    { name: 'X-Note', text: "it's" },
  ],
  body: { text: 'it\'s "`\n\\', 'two words': [true, null, 1.5, [], {}] },
  response: 'json',
}
const written = (id: string, changes: Partial<SampleRequest> = {}): string =>
  LANGUAGES.find((language) => language.id === id)!.write({ ...request, ...changes })

describe('samples of a request', () => {
  it('are a curl command with quoted words', () => {
    expect(written('curl')).toBe(
      String.raw`curl "https://registry.example/api/v1/things?a=b%20c" \
  -H "X-API-Key: $SVC_API_KEY" \
  -H "Authorization: Bearer $SVC_RUNTIME_TOKEN" \
  -H 'X-Note: it'\''s' \
  -d '{
  "text": "it'\''s \"` +
        '`' +
        String.raw`\n\\",
  "two words": [
    true,
    null,
    1.5,
    [],
    {}
  ]
}'`,
    )
    expect(written('curl', { method: 'DELETE', headers: [], body: undefined })).toBe(
      'curl -X DELETE "https://registry.example/api/v1/things?a=b%20c"',
    )
  })

  it('are a module in TypeScript', () => {
    expect(written('typescript')).toBe(
      String.raw`const response = await fetch('https://registry.example/api/v1/things?a=b%20c', {
  method: 'POST',
  headers: {
    'X-API-Key': process.env.SVC_API_KEY!,
    Authorization: §Bearer ${'$'}{process.env.SVC_RUNTIME_TOKEN}§,
    'X-Note': 'it\'s',
  },
  body: JSON.stringify({
    text: 'it\'s "§\n\\',
    'two words': [
      true,
      null,
      1.5,
      [],
      {},
    ],
  }),
})
console.log(response.status, await response.json())`.replaceAll('§', '`'),
    )
    expect(
      written('typescript', { method: 'GET', headers: [], body: undefined, response: 'nothing' }),
    ).toBe(
      "const response = await fetch('https://registry.example/api/v1/things?a=b%20c')\nconsole.log(response.status)",
    )
  })

  it('are a program in Python', () => {
    expect(written('python')).toBe(
      String.raw`import json
import os
from urllib.error import HTTPError
from urllib.request import Request, urlopen

request = Request(
    "https://registry.example/api/v1/things?a=b%20c",
    method="POST",
    headers={
        "X-API-Key": os.environ["SVC_API_KEY"],
        "Authorization": "Bearer " + os.environ["SVC_RUNTIME_TOKEN"],
        "X-Note": "it's",
    },
    data=json.dumps({
        "text": "it's \"§\n\\",
        "two words": [
            True,
            None,
            1.5,
            [],
            {},
        ],
    }).encode(),
)
try:
    with urlopen(request) as response:
        print(response.status, json.load(response))
except HTTPError as error:
    print(error.code, error.read().decode())`.replaceAll('§', '`'),
    )
    expect(
      written('python', { method: 'GET', headers: [], body: undefined, response: 'text' }),
    ).toMatch(
      /^from urllib[^]+Request\(\n {4}"https:[^"]+",\n\)[^]+status, response\.read\(\)\.decode\(\)\)\nexcept/,
    )
  })

  it('are a program in Go, in which a body without backquotes is a raw string', () => {
    expect(written('go', { body: { a: 'b"' } })).toBe(
      String.raw`package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strings"
)

func main() {
	body := strings.NewReader(§{
  "a": "b\""
}§)
	request, err := http.NewRequest("POST", "https://registry.example/api/v1/things?a=b%20c", body)
	if err != nil {
		log.Fatal(err)
	}
	request.Header.Set("X-API-Key", os.Getenv("SVC_API_KEY"))
	request.Header.Set("Authorization", "Bearer "+os.Getenv("SVC_RUNTIME_TOKEN"))
	request.Header.Set("X-Note", "it's")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(response.Status, string(content))
}`.replaceAll('§', '`'),
    )
    expect(written('go')).toContain(String.raw`strings.NewReader("{\n  \"text\": \"it's`)
    expect(written('go', { method: 'GET', headers: [], body: undefined })).not.toMatch(
      /"os"|"strings"|body :=/,
    )
  })
})

describe('the request of an operation', () => {
  const parameter = (name: string, place: string, more: object) => ({
    name,
    in: place,
    schema: {},
    ...more,
  })
  const operation = {
    method: 'GET',
    path: '/things/{id}/{other}',
    security: [['AgentSession', 'ClientId'], ['ApiKey']],
    parameters: [
      parameter('id', 'path', { example: 'a/b' }),
      parameter('other', 'path', {}),
      parameter('day', 'query', { example: '1 May', required: true }),
      parameter('limit', 'query', { example: 5 }),
      parameter('X-Workspace-ID', 'header', { example: 'ws_1' }),
      parameter('X-Unused', 'header', {}),
    ],
    responses: [
      { status: '404', response: { content: { 'application/json': {} } } },
      { status: '200', response: { content: { 'text/markdown': {} } } },
    ],
  }
  const contract = { base_url: 'https://registry.example', resolve: <T>(one: T) => one }

  it('has the credentials of the first alternative, the path and required query parameters, and the header parameters that have an example', () => {
    expect(requestOf(contract as never, operation as never)).toEqual({
      method: 'GET',
      url: 'https://registry.example/things/a%2Fb/%7Bother%7D?day=1%20May',
      headers: [
        { name: 'Authorization', text: 'Bearer ', variable: 'SVC_AGENT_SESSION' },
        { name: 'X-Svc-Client-ID', text: '', variable: 'SVC_CLIENT_ID' },
        { name: 'X-Workspace-ID', text: 'ws_1' },
      ],
      body: undefined,
      response: 'text',
    })
  })

  it('states whether a successful response has JSON or no content', () => {
    const responseOf = (content?: object) =>
      requestOf(
        contract as never,
        { ...operation, responses: [{ status: '201', response: { content } }] } as never,
      ).response
    expect([responseOf({ 'application/json': {}, 'text/plain': {} }), responseOf()]).toEqual([
      'json',
      'nothing',
    ])
  })
})
