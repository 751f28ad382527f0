"""Observes an agent with `mcp` 1, which knows no revision after 2025-06-18, and prints what it found as JSON."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client
from mcp.shared.exceptions import McpError

URL = sys.argv[1]


async def observe(session):
    server = (await session.initialize()).serverInfo
    tools = (await session.list_tools()).tools
    sent = await session.call_tool("reverse", {"text": "abc"})
    data = await session.call_tool("sum", {"numbers": [1, 2, 3]})
    failed = await session.call_tool("fails", {})
    try:
        await session.call_tool("none", {})
        unknown_tool = 0
    except McpError as raised:
        unknown_tool = raised.error.code
    return {
        "server": server.name,
        "tools": [tool.name for tool in tools],
        "sent": {"text": sent.content[0].text, "data": sent.structuredContent},
        "data": data.structuredContent,
        "failed": {"is_error": failed.isError, "text": failed.content[0].text},
        "unknown_tool": unknown_tool,
    }


async def main():
    async with streamablehttp_client(URL + "/mcp") as (read, write, _):
        async with ClientSession(read, write) as session:
            print(json.dumps(await observe(session)))


asyncio.run(main())
