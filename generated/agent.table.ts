// Generated from a2a.openapi.yaml by scripts/generate.ts. Change that file and run `npm run generate`.

export const table = {
  "getAgentCard": {
    "id": "getAgentCard",
    "method": "GET",
    "path": "/.well-known/agent.json",
    "tag": "discovery",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "getA2aCard": {
    "id": "getA2aCard",
    "method": "GET",
    "path": "/.well-known/agent-card.json",
    "tag": "discovery",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "getHealth": {
    "id": "getHealth",
    "method": "GET",
    "path": "/health",
    "tag": "discovery",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "getAgentContract": {
    "id": "getAgentContract",
    "method": "GET",
    "path": "/openapi.json",
    "tag": "discovery",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "openSession": {
    "id": "openSession",
    "method": "POST",
    "path": "/svc/auth",
    "tag": "conversation",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "chat": {
    "id": "chat",
    "method": "POST",
    "path": "/chat",
    "tag": "conversation",
    "security": [
      [
        "AgentSession",
        "ClientId"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "chat",
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "sendRpc": {
    "id": "sendRpc",
    "method": "POST",
    "path": "/a2a",
    "tag": "a2a",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "handleTask": {
    "id": "handleTask",
    "method": "POST",
    "path": "/a2a/tasks",
    "tag": "a2a",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "sendMcp": {
    "id": "sendMcp",
    "method": "POST",
    "path": "/mcp",
    "tag": "a2a",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": []
  }
} as const
