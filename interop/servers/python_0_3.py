"""Serves an agent with `a2a-sdk` 0.3.x, and prints its address."""

import asyncio
import socket

from a2a.server.agent_execution import AgentExecutor
from a2a.server.apps import A2AStarletteApplication
from a2a.server.request_handlers import DefaultRequestHandler
from a2a.server.tasks import InMemoryTaskStore, TaskUpdater
from a2a.types import AgentCapabilities, AgentCard, AgentSkill, Part, TextPart
from a2a.utils import new_agent_text_message, new_task
import uvicorn


class Hello(AgentExecutor):
    async def execute(self, context, event_queue):
        text = context.get_user_input()
        if text == "hello":
            await event_queue.enqueue_event(new_agent_text_message("Hello World"))
            return
        task = new_task(context.message)
        task.id, task.context_id = context.task_id, context.context_id
        await event_queue.enqueue_event(task)
        updater = TaskUpdater(event_queue, task.id, task.context_id)
        agent_message = lambda words: updater.new_agent_message([Part(root=TextPart(text=words))])
        await updater.start_work()
        await asyncio.sleep(0.1)
        if text == "ask":
            await updater.requires_input(agent_message("Which one?"))
        elif text == "fail":
            await updater.failed(agent_message("On purpose."))
        elif text == "wait":
            await asyncio.sleep(600)
        else:
            await updater.add_artifact([Part(root=TextPart(text=f"Worked on {text}"))])
            await updater.complete()

    async def cancel(self, context, event_queue):
        await TaskUpdater(event_queue, context.task_id, context.context_id).cancel()


listener = socket.create_server(("127.0.0.1", 0))
url = f"http://127.0.0.1:{listener.getsockname()[1]}"
card = AgentCard(
    name="Hello World",
    description="Says hello.",
    version="1.0.0",
    url=f"{url}/",
    capabilities=AgentCapabilities(streaming=True),
    default_input_modes=["text/plain"],
    default_output_modes=["text/plain"],
    skills=[AgentSkill(id="hello", name="Hello", description="Says hello.", tags=["hello"])],
)
handler = DefaultRequestHandler(Hello(), InMemoryTaskStore())
app = A2AStarletteApplication(card, handler).build()
print(url, flush=True)
uvicorn.Server(uvicorn.Config(app, log_level="critical")).run([listener])
