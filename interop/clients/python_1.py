"""Observes an agent with `a2a-sdk` 1.x and prints what it found as JSON."""

import asyncio
import json
import sys
import uuid

from a2a.client import A2ACardResolver, ClientConfig, create_client
from a2a.types.a2a_pb2 import CancelTaskRequest, GetTaskRequest, SendMessageRequest
from google.protobuf.json_format import MessageToDict, ParseDict
import httpx

URL, EXTENSION, SKILL_LIST = sys.argv[1:]


def message(skill, part):
    metadata = {"metadata": {EXTENSION: {"skill": skill}}} if skill else {}
    content = {"messageId": str(uuid.uuid4()), "role": "ROLE_USER", "parts": [part], **metadata}
    return ParseDict({"message": content}, SendMessageRequest())


def text(skill):
    return message(skill, {"text": "abc"})


def state(status):
    return status["state"].removeprefix("TASK_STATE_").lower()


async def events(client, request):
    return [MessageToDict(event) async for event in client.send_message(request)]


async def task(client, request):
    return (await events(client, request))[-1]["task"]


async def stream(client):
    seen = []
    for event in await events(client, text("reverse")):
        if "artifactUpdate" in event:
            seen.append(f"artifact {event['artifactUpdate']['artifact']['parts'][0]['text']}")
        else:
            seen.append(state((event.get("task") or event["statusUpdate"])["status"]))
    return seen


async def cancel(client):
    seen = {}
    async for event in client.send_message(text("slow")):
        update = MessageToDict(event).get("statusUpdate")
        if update is None:
            continue
        seen["last_event"] = state(update["status"])
        if seen["last_event"] == "working":
            seen["id"] = update["taskId"]
            seen["progress"] = update["status"]["message"]["parts"][0]["text"]
            read = MessageToDict(await client.get_task(GetTaskRequest(id=seen["id"])))
            result = MessageToDict(await client.cancel_task(CancelTaskRequest(id=seen["id"])))
            seen |= {"read": state(read["status"]), "result": state(result["status"])}
    return seen


async def error(call):
    try:
        return "no error", str(await call)
    except Exception as raised:
        return type(raised).__name__.removesuffix("Error"), str(raised)


async def main():
    async with httpx.AsyncClient() as http:
        card = await A2ACardResolver(http, URL).get_agent_card()
    streaming = await create_client(URL)
    waiting = await create_client(URL, client_config=ClientConfig(streaming=False))
    sent = await task(waiting, text("reverse"))
    data = await task(waiting, message("sum", {"data": {"numbers": [1, 2, 3]}}))
    failed = await task(waiting, text("fails"))
    canceled = await cancel(streaming)
    task_id = canceled.pop("id")
    skill, reason = await error(task(waiting, text(None)))
    unknown_task, _ = await error(streaming.get_task(GetTaskRequest(id="none")))
    canceled_again, _ = await error(streaming.cancel_task(CancelTaskRequest(id=task_id)))
    observations = {
        "card": {"name": card.name, "skills": [skill.id for skill in card.skills]},
        "sent": {
            "state": state(sent["status"]),
            "text": sent["artifacts"][0]["parts"][0]["text"],
            "data": sent["artifacts"][0]["parts"][1]["data"],
        },
        "data": data["artifacts"][0]["parts"][1]["data"],
        "failed": {
            "state": state(failed["status"]),
            "text": failed["status"]["message"]["parts"][0]["text"],
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
