"""A client of the registry, instrumented with OpenTelemetry for Python. Prints the trace id and the routed task as JSON."""

import json
import os
import sys

import requests
from opentelemetry import propagate
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor

provider = TracerProvider(resource=Resource({"service.name": "report-writer"}))
provider.add_span_processor(SimpleSpanProcessor(OTLPSpanExporter(endpoint=os.environ["COLLECTOR"])))

with provider.get_tracer("client").start_as_current_span("write report") as span:
    headers = {"X-API-Key": os.environ["SVC_API_KEY"]}
    propagate.inject(headers)
    task = {
        "skill": "count_words",
        "message": "four words for you",
        "context": {"workspace_id": os.environ["SVC_WORKSPACE_ID"]},
        "target": {"svc_id": sys.argv[1]},
    }
    url = f"{os.environ['SVC_PLATFORM_URL']}/a2a/route"
    routed = requests.post(url, json=task, headers=headers, timeout=30).json()
    trace_id = format(span.get_span_context().trace_id, "032x")
print(json.dumps({"trace_id": trace_id, "task": routed}))
