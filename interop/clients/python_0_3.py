"""Observes an agent with `a2a-sdk` 0.3 and prints what it found as JSON."""

import asyncio
import json
import sys
import uuid

from a2a.client import A2ACardResolver, ClientConfig, ClientFactory
from a2a.client.errors import A2AClientJSONRPCError
from a2a.types import Message, TaskIdParams, TaskQueryParams
import httpx

URL, EXTENSION, SKILL_LIST = sys.argv[1:]
ERRORS = {-32602: "InvalidParams", -32001: "TaskNotFound", -32002: "TaskNotCancelable"}


def message(skill, part):
    metadata = {"metadata": {EXTENSION: {"skill": skill}}} if skill else {}
    content = {"kind": "message", "messageId": str(uuid.uuid4()), "role": "user", "parts": [part]}
    return Message.model_validate({**content, **metadata})


def text(skill):
    return message(skill, {"kind": "text", "text": "abc"})


def part(parts, index):
    content = parts[index].root
    return content.text if content.kind == "text" else content.data


async def task(client, request):
    return [task async for task, _ in client.send_message(request)][-1]


async def stream(client):
    seen = []
    async for current, update in client.send_message(text("reverse")):
        if update is not None and update.kind == "artifact-update":
            seen.append(f"artifact {part(update.artifact.parts, 0)}")
        else:
            seen.append((update or current).status.state.value)
    return seen


async def cancel(client):
    seen = {}
    async for _, update in client.send_message(text("slow")):
        if update is None:
            continue
        seen["last_event"] = update.status.state.value
        if seen["last_event"] == "working":
            seen["id"] = update.task_id
            seen["progress"] = part(update.status.message.parts, 0)
            seen["read"] = (await client.get_task(TaskQueryParams(id=update.task_id))).status.state.value
            seen["result"] = (await client.cancel_task(TaskIdParams(id=update.task_id))).status.state.value
    return seen


async def error(call):
    try:
        return "no error", str(await call)
    except A2AClientJSONRPCError as raised:
        return ERRORS.get(raised.error.code, str(raised.error.code)), raised.error.message


async def main():
    async with httpx.AsyncClient() as http:
        card = await A2ACardResolver(http, URL).get_agent_card()
        streaming = ClientFactory(ClientConfig(httpx_client=http)).create(card)
        waiting = ClientFactory(ClientConfig(httpx_client=http, streaming=False)).create(card)
        sent = await task(waiting, text("reverse"))
        data = await task(waiting, message("sum", {"kind": "data", "data": {"numbers": [1, 2, 3]}}))
        failed = await task(waiting, text("fails"))
        canceled = await cancel(streaming)
        task_id = canceled.pop("id")
        skill, reason = await error(task(waiting, text(None)))
        unknown_task, _ = await error(streaming.get_task(TaskQueryParams(id="none")))
        canceled_again, _ = await error(streaming.cancel_task(TaskIdParams(id=task_id)))
        observations = {
            "card": {"name": card.name, "skills": [skill.id for skill in card.skills]},
            "sent": {
                "state": sent.status.state.value,
                "text": part(sent.artifacts[0].parts, 0),
                "data": part(sent.artifacts[0].parts, 1),
            },
            "data": part(data.artifacts[0].parts, 1),
            "failed": {
                "state": failed.status.state.value,
                "text": part(failed.status.message.parts, 0),
            },
            "streamed": await stream(streaming),
            "canceled": canceled,
            "errors": {
                "skill": skill,
                "lists_skills": SKILL_LIST in reason,
                "unknown_task": unknown_task,
                "canceled_again": canceled_again,
            },
        }
        print(json.dumps(observations))


asyncio.run(main())
