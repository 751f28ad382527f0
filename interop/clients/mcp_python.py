"""Observes an agent with `mcp` and prints what it found as JSON."""

import asyncio
import json
import sys

from mcp import Client

URL = sys.argv[1]


async def main():
    async with Client(URL + "/mcp") as client:
        tools = (await client.list_tools()).tools
        sent = await client.call_tool("reverse", {"text": "abc"})
        data = await client.call_tool("sum", {"numbers": [1, 2, 3]})
        failed = await client.call_tool("fails", {})
        try:
            await client.call_tool("none", {})
            unknown_tool = 0
        except Exception as raised:
            unknown_tool = getattr(raised, "code", None) or raised.error.code
        observations = {
            "server": client.server_info.name,
            "tools": [tool.name for tool in tools],
            "sent": {"text": sent.content[0].text, "data": sent.structured_content},
            "data": data.structured_content,
            "failed": {"is_error": failed.is_error, "text": failed.content[0].text},
            "unknown_tool": unknown_tool,
        }
    print(json.dumps(observations))


asyncio.run(main())
