"""Validates exchanges with openapi-core: `validate.py DOCUMENT` reads one exchange as JSON per line, and writes a line with its
violations."""

import json
import re
import sys
from urllib.parse import parse_qsl, unquote, urlsplit

from openapi_core import OpenAPI
from openapi_core.datatypes import RequestParameters
from werkzeug.datastructures import Headers, ImmutableMultiDict


class Request:
    """A request as the adapters of frameworks present it: the router has decoded the path parameters."""

    def __init__(self, contract, exchange):
        target = urlsplit(exchange["target"])
        headers = exchange["request_headers"]
        self.host_url = contract.origin
        self.path = target.path
        self.method = exchange["method"].lower()
        self.body = exchange["request_body"].encode() or None
        self.content_type = headers.get("content-type", "application/json")
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(parse_qsl(target.query)),
            header=Headers(headers),
            cookie=ImmutableMultiDict(),
            path=contract.path_values(target.path),
        )


class Response:
    def __init__(self, exchange):
        headers = exchange["response_headers"]
        self.data = exchange["response_body"].encode()
        self.status_code = exchange["status"]
        self.content_type = headers.get("content-type", "")
        self.headers = Headers(headers)


class Contract:
    def __init__(self, document):
        server = urlsplit(document["servers"][0]["url"])
        self.api = OpenAPI.from_dict(document)
        self.origin = f"{server.scheme}://{server.netloc}"
        # Paths without parameters come first, because they take precedence.
        paths = sorted(document["paths"], key=lambda path: path.count("{"))
        self.templates = [pattern_of(server.path + path) for path in paths]

    def path_values(self, path):
        found = next((match for match in (template.match(path) for template in self.templates) if match), None)
        return {name: unquote(value) for name, value in found.groupdict().items()} if found else {}

    def violations(self, exchange):
        request = Request(self, exchange)
        response = Response(exchange)
        checks = {
            "request": lambda: self.api.validate_request(request),
            "response": lambda: self.api.validate_response(request, response),
        }
        for part, check in checks.items():
            try:
                check()
            except Exception as cause:
                reason = " ".join(str(cause.__cause__ or "").split())[:300]
                yield f"{exchange['method']} {exchange['target']} {exchange['status']}: {part}: {cause} {reason}"


def pattern_of(path):
    return re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(path)) + "$")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        contract = Contract(json.load(file))
    for line in sys.stdin:
        print(json.dumps(list(contract.violations(json.loads(line)))), flush=True)


main()
