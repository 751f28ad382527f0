"""Reads the card of an agent, opens a session and sends a task with the generated client."""

import os

import openapi_client

configuration = openapi_client.Configuration(host=os.environ["SVC_BASE_URL"])
skill = os.environ["SVC_SKILL"]

with openapi_client.ApiClient(configuration) as client:
    card = openapi_client.DiscoveryApi(client).get_agent_card()
    assert any(each.name == skill for each in card.skills), "wrong card"
    session = openapi_client.ConversationApi(client).open_session(
        openapi_client.OpenSessionRequest(client_id="sdk-proof", scope=["chat"])
    )
    assert session.session_token.startswith("sess_")
    task = openapi_client.A2aApi(client).handle_task(
        openapi_client.TaskRequest.from_dict({"input": {"skill": skill, "message": "One. Two. Three. Four."}})
    )
    assert task.status == "completed", task.status
