"""Receives OTLP from the collector, and draws the spans of one trace.

Standard input contains the trace id and the expected number of spans. The program waits up to 30 seconds for these spans, and another second for further ones.
"""

import gzip
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest, ExportTraceServiceResponse

BAR = 40
spans = []


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Content-Encoding"] == "gzip":
            body = gzip.decompress(body)
        request = ExportTraceServiceRequest.FromString(body)
        for of_resource in request.resource_spans:
            attributes = {one.key: one.value.string_value for one in of_resource.resource.attributes}
            for of_scope in of_resource.scope_spans:
                spans.extend((attributes.get("service.name", "?"), span) for span in of_scope.spans)
        response = ExportTraceServiceResponse().SerializeToString()
        self.send_response(200)
        self.send_header("Content-Type", "application/x-protobuf")
        self.send_header("Content-Length", str(len(response)))
        self.end_headers()
        self.wfile.write(response)

    def log_message(self, *_):
        pass


def draw(trace_id):
    mine = [(service, span) for service, span in spans if span.trace_id.hex() == trace_id]
    begin = min(span.start_time_unix_nano for _, span in mine)
    length = max(span.end_time_unix_nano for _, span in mine) - begin

    def children(parent_id, depth):
        for service, span in sorted(mine, key=lambda one: one[1].start_time_unix_nano):
            if span.parent_span_id != parent_id:
                continue
            start = round((span.start_time_unix_nano - begin) / length * BAR)
            width = max(1, round((span.end_time_unix_nano - span.start_time_unix_nano) / length * BAR))
            milliseconds = (span.end_time_unix_nano - span.start_time_unix_nano) / 1e6
            bar = (" " * min(start, BAR - 1) + "█" * width)[:BAR].ljust(BAR)
            print(f"{bar} {milliseconds:8.1f} ms  {'  ' * depth}{service}: {span.name}")
            children(span.span_id, depth + 1)

    children(b"", 0)


server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(f"http://127.0.0.1:{server.server_port}", flush=True)
wanted = sys.stdin.readline().strip()
expected = int(sys.stdin.readline())
deadline = time.monotonic() + 30
while sum(span.trace_id.hex() == wanted for _, span in spans) < expected and time.monotonic() < deadline:
    time.sleep(0.1)
time.sleep(1)
draw(wanted)
