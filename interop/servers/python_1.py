"""Serves an agent with `a2a-sdk` 1.x, and prints its address."""

import asyncio
import socket

from a2a.server.agent_execution import AgentExecutor
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.routes import create_agent_card_routes, create_jsonrpc_routes
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types.a2a_pb2 import AgentCard, Message, Part, Task, TaskState, TaskStatus
from google.protobuf.json_format import ParseDict
from starlette.applications import Starlette
import uvicorn


class Hello(AgentExecutor):
    async def execute(self, context, event_queue):
        text = context.get_user_input()
        updater = TaskUpdater(event_queue, context.task_id, context.context_id)
        agent_message = lambda words: updater.new_agent_message([Part(text=words)])
        if text == "hello":
            message = Message(message_id="m", role="ROLE_AGENT", parts=[Part(text="Hello World")])
            message.context_id = context.context_id
            await event_queue.enqueue_event(message)
            return
        status = TaskStatus(state=TaskState.TASK_STATE_WORKING)
        ids = {"id": context.task_id, "context_id": context.context_id}
        await event_queue.enqueue_event(Task(**ids, status=status))
        await asyncio.sleep(0.1)
        if text == "ask":
            await updater.requires_input(agent_message("Which one?"))
        elif text == "fail":
            await updater.failed(agent_message("On purpose."))
        elif text == "wait":
            await asyncio.sleep(600)
        else:
            await updater.add_artifact([Part(text=f"Worked on {text}")])
            await updater.complete()

    async def cancel(self, context, event_queue):
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


listener = socket.create_server(("127.0.0.1", 0))
url = f"http://127.0.0.1:{listener.getsockname()[1]}"
card = ParseDict(
    {
        "name": "Hello World",
        "description": "Says hello.",
        "version": "1.0.0",
        "supportedInterfaces": [
            {"url": f"{url}/rpc", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}
        ],
        "capabilities": {"streaming": True},
        "defaultInputModes": ["text/plain"],
        "defaultOutputModes": ["text/plain"],
        "skills": [
            {"id": "hello", "name": "Hello", "description": "Says hello.", "tags": ["hello"]}
        ],
    },
    AgentCard(),
)
handler = DefaultRequestHandler(Hello(), InMemoryTaskStore(), card)
routes = [*create_agent_card_routes(card), *create_jsonrpc_routes(handler, "/rpc")]
print(url, flush=True)
uvicorn.Server(uvicorn.Config(Starlette(routes=routes), log_level="critical")).run([listener])
