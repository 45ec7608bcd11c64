"""Asks an MCP server over its standard streams, with a client that others wrote.

usage: client.py PROGRAM ARGUMENT... < questions     one question a line: {"tool": ..., "arguments": ...}

Prints one JSON document: who the server is, its tools, and its answers in order.
"""
import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main():
    questions = [json.loads(line) for line in sys.stdin if line.strip()]
    parameters = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:], env=dict(os.environ))
    async with stdio_client(parameters) as (reader, writer), ClientSession(reader, writer) as session:
        greeting = await session.initialize()
        listed = await session.list_tools()
        answers = []
        for question in questions:
            try:
                answer = await session.call_tool(question["tool"], question.get("arguments", {}))
                answers.append(answer.model_dump(mode="json", by_alias=True))
            except Exception as error:  # what the client makes of a refusal is what the test looks at
                answers.append({"refused": str(error)})
    print(json.dumps({
        "greeting": greeting.model_dump(mode="json", by_alias=True),
        "tools": [tool.model_dump(mode="json", by_alias=True) for tool in listed.tools],
        "answers": answers,
    }))


asyncio.run(main())
