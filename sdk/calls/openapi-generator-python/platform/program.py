"""Registers an agent, verifies it and lists agents with the generated client."""

import os

import openapi_client

configuration = openapi_client.Configuration(
    host=os.environ["SVC_BASE_URL"], api_key={"ApiKey": os.environ["SVC_API_KEY"]}
)
svc_id = os.environ["SVC_AGENT_ID"]

with openapi_client.ApiClient(configuration) as client:
    agents = openapi_client.AgentsApi(client)
    agent = agents.register_agent(
        openapi_client.RegisterAgentRequest(
            svc_id=svc_id,
            name=os.environ["SVC_AGENT_NAME"],
            version="1.0.0",
            public_key=os.environ["SVC_AGENT_PUBLIC_KEY"],
            manifest_hash=os.environ["SVC_AGENT_MANIFEST_HASH"],
        )
    )
    assert agent.did == f"did:svc:{svc_id}", agent.did
    assert agents.verify_agent(svc_id).valid
    listed = openapi_client.NetworkApi(client).list_network_agents(limit=100)
    assert any(item.svc_id == svc_id for item in listed.items), "not listed"
