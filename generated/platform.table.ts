// Generated from openapi.yaml by scripts/generate.ts. Change that file and run `npm run generate`.

export const table = {
  "requestAdminPin": {
    "id": "requestAdminPin",
    "method": "POST",
    "path": "/admin/auth/request-pin",
    "tag": "admin",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "admin.pin_requested"
    ],
    "extension": false,
    "defaults": []
  },
  "verifyAdminPin": {
    "id": "verifyAdminPin",
    "method": "POST",
    "path": "/admin/auth/verify-pin",
    "tag": "admin",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "admin.login_succeeded"
    ],
    "extension": false,
    "defaults": []
  },
  "getAdminSession": {
    "id": "getAdminSession",
    "method": "GET",
    "path": "/admin/auth/session",
    "tag": "admin",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "createBrowserSession": {
    "id": "createBrowserSession",
    "method": "POST",
    "path": "/admin/auth/session",
    "tag": "admin",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "admin.login_succeeded"
    ],
    "extension": true,
    "defaults": []
  },
  "endAdminSession": {
    "id": "endAdminSession",
    "method": "DELETE",
    "path": "/admin/auth/session",
    "tag": "admin",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "listOwnInvitations": {
    "id": "listOwnInvitations",
    "method": "GET",
    "path": "/admin/invitations",
    "tag": "admin",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "acceptInvitation": {
    "id": "acceptInvitation",
    "method": "POST",
    "path": "/admin/invitations/{invitation_id}/accept",
    "tag": "admin",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "member.joined"
    ],
    "extension": true,
    "defaults": []
  },
  "declineInvitation": {
    "id": "declineInvitation",
    "method": "POST",
    "path": "/admin/invitations/{invitation_id}/decline",
    "tag": "admin",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "invitation.declined"
    ],
    "extension": true,
    "defaults": []
  },
  "leaveOrganization": {
    "id": "leaveOrganization",
    "method": "DELETE",
    "path": "/admin/memberships/{org_id}",
    "tag": "admin",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "member.left",
      "invitation.withdrawn"
    ],
    "extension": true,
    "defaults": []
  },
  "getOrganization": {
    "id": "getOrganization",
    "method": "GET",
    "path": "/orgs/{org_id}",
    "tag": "organizations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "organization:read",
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "listMembers": {
    "id": "listMembers",
    "method": "GET",
    "path": "/orgs/{org_id}/members",
    "tag": "organizations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "organization:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "listInvitations": {
    "id": "listInvitations",
    "method": "GET",
    "path": "/orgs/{org_id}/invitations",
    "tag": "organizations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "organization:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "inviteMember": {
    "id": "inviteMember",
    "method": "POST",
    "path": "/orgs/{org_id}/invitations",
    "tag": "organizations",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "member.invited",
      "invitation.expired"
    ],
    "extension": true,
    "defaults": []
  },
  "withdrawInvitation": {
    "id": "withdrawInvitation",
    "method": "DELETE",
    "path": "/orgs/{org_id}/invitations/{invitation_id}",
    "tag": "organizations",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "invitation.withdrawn"
    ],
    "extension": true,
    "defaults": []
  },
  "setMemberRole": {
    "id": "setMemberRole",
    "method": "PUT",
    "path": "/orgs/{org_id}/members/{user_id}",
    "tag": "organizations",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "member.role_changed",
      "invitation.withdrawn"
    ],
    "extension": true,
    "defaults": []
  },
  "deleteMember": {
    "id": "deleteMember",
    "method": "DELETE",
    "path": "/orgs/{org_id}/members/{user_id}",
    "tag": "organizations",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "member.removed",
      "invitation.withdrawn"
    ],
    "extension": true,
    "defaults": []
  },
  "listApiKeys": {
    "id": "listApiKeys",
    "method": "GET",
    "path": "/orgs/{org_id}/api-keys",
    "tag": "organizations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "organization:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "createApiKey": {
    "id": "createApiKey",
    "method": "POST",
    "path": "/orgs/{org_id}/api-keys",
    "tag": "organizations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "keys:write",
    "auditEvents": [
      "api_key.created"
    ],
    "extension": true,
    "defaults": []
  },
  "revokeApiKey": {
    "id": "revokeApiKey",
    "method": "DELETE",
    "path": "/orgs/{org_id}/api-keys/{key_id}",
    "tag": "organizations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "keys:write",
    "auditEvents": [
      "api_key.revoked"
    ],
    "extension": true,
    "defaults": []
  },
  "registerAgent": {
    "id": "registerAgent",
    "method": "POST",
    "path": "/agents/register",
    "tag": "agents",
    "security": [
      [
        "ApiKey"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "agents:write",
    "auditEvents": [
      "agent.registered",
      "agent.verified",
      "agent.displaced"
    ],
    "extension": false,
    "defaults": []
  },
  "getAgent": {
    "id": "getAgent",
    "method": "GET",
    "path": "/agents/{svc_id}",
    "tag": "agents",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "RuntimeToken"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "agents:read",
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "updateAgent": {
    "id": "updateAgent",
    "method": "PUT",
    "path": "/agents/{svc_id}",
    "tag": "agents",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "agents:write",
    "auditEvents": [
      "agent.updated",
      "agent.displaced"
    ],
    "extension": true,
    "defaults": []
  },
  "getReputationHistory": {
    "id": "getReputationHistory",
    "method": "GET",
    "path": "/agents/{svc_id}/reputation",
    "tag": "agents",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "RuntimeToken"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "agents:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "days"
    ]
  },
  "listAgentVersions": {
    "id": "listAgentVersions",
    "method": "GET",
    "path": "/agents/{svc_id}/versions",
    "tag": "agents",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "RuntimeToken"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "agents:read",
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "verifyAgent": {
    "id": "verifyAgent",
    "method": "GET",
    "path": "/agents/{svc_id}/verify",
    "tag": "agents",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "agents:read",
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "listWorkspaces": {
    "id": "listWorkspaces",
    "method": "GET",
    "path": "/orgs/{org_id}/workspaces",
    "tag": "workspaces",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "workspaces:read",
    "auditEvents": [],
    "extension": false,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "createWorkspace": {
    "id": "createWorkspace",
    "method": "POST",
    "path": "/orgs/{org_id}/workspaces",
    "tag": "workspaces",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "workspaces:write",
    "auditEvents": [
      "workspace.created"
    ],
    "extension": false,
    "defaults": []
  },
  "getWorkspace": {
    "id": "getWorkspace",
    "method": "GET",
    "path": "/orgs/{org_id}/workspaces/{workspace_id}",
    "tag": "workspaces",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "workspaces:read",
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "updateWorkspace": {
    "id": "updateWorkspace",
    "method": "PUT",
    "path": "/orgs/{org_id}/workspaces/{workspace_id}",
    "tag": "workspaces",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "workspaces:write",
    "auditEvents": [
      "workspace.updated"
    ],
    "extension": false,
    "defaults": []
  },
  "deleteWorkspace": {
    "id": "deleteWorkspace",
    "method": "DELETE",
    "path": "/orgs/{org_id}/workspaces/{workspace_id}",
    "tag": "workspaces",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "workspaces:write",
    "auditEvents": [
      "workspace.deleted",
      "installation.revoked",
      "api_key.revoked"
    ],
    "extension": false,
    "defaults": [
      "force"
    ]
  },
  "listWorkspaceMembers": {
    "id": "listWorkspaceMembers",
    "method": "GET",
    "path": "/orgs/{org_id}/workspaces/{workspace_id}/members",
    "tag": "workspaces",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "workspaces:read",
    "auditEvents": [],
    "extension": false,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "listInstallTokens": {
    "id": "listInstallTokens",
    "method": "GET",
    "path": "/workspaces/{workspace_id}/install-tokens",
    "tag": "install-tokens",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "tokens:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "createInstallToken": {
    "id": "createInstallToken",
    "method": "POST",
    "path": "/workspaces/{workspace_id}/install-tokens",
    "tag": "install-tokens",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "tokens:write",
    "auditEvents": [
      "install_token.created"
    ],
    "extension": false,
    "defaults": []
  },
  "revokeInstallToken": {
    "id": "revokeInstallToken",
    "method": "DELETE",
    "path": "/workspaces/{workspace_id}/install-tokens/{token_id}",
    "tag": "install-tokens",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "tokens:write",
    "auditEvents": [
      "install_token.revoked"
    ],
    "extension": true,
    "defaults": []
  },
  "listInstallations": {
    "id": "listInstallations",
    "method": "GET",
    "path": "/workspaces/{workspace_id}/installations",
    "tag": "installations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "revokeInstallations": {
    "id": "revokeInstallations",
    "method": "POST",
    "path": "/workspaces/{workspace_id}/installations/revocations",
    "tag": "installations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:write",
    "auditEvents": [
      "installation.revoked"
    ],
    "extension": true,
    "defaults": []
  },
  "searchInstallations": {
    "id": "searchInstallations",
    "method": "GET",
    "path": "/orgs/{org_id}/installations",
    "tag": "fleet",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "counts",
      "limit"
    ]
  },
  "updateInstallations": {
    "id": "updateInstallations",
    "method": "POST",
    "path": "/orgs/{org_id}/installations/actions",
    "tag": "fleet",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:write",
    "auditEvents": [
      "installation.paused",
      "installation.resumed",
      "installation.revoked",
      "installation.labeled"
    ],
    "extension": true,
    "defaults": []
  },
  "getFleetTrends": {
    "id": "getFleetTrends",
    "method": "GET",
    "path": "/orgs/{org_id}/installations/trends",
    "tag": "fleet",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "period"
    ]
  },
  "bootstrapInstallation": {
    "id": "bootstrapInstallation",
    "method": "POST",
    "path": "/installations/bootstrap",
    "tag": "installations",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "install_token.consumed",
      "installation.bootstrapped",
      "install_token.replay_detected"
    ],
    "extension": false,
    "defaults": []
  },
  "getInstallation": {
    "id": "getInstallation",
    "method": "GET",
    "path": "/installations/{installation_id}",
    "tag": "installations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:read",
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "listInstallationCommands": {
    "id": "listInstallationCommands",
    "method": "GET",
    "path": "/installations/{installation_id}/commands",
    "tag": "installations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "sendInstallationCommand": {
    "id": "sendInstallationCommand",
    "method": "POST",
    "path": "/installations/{installation_id}/commands",
    "tag": "installations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:write",
    "auditEvents": [
      "installation.commanded",
      "installation.paused",
      "installation.resumed"
    ],
    "extension": true,
    "defaults": []
  },
  "setInstallationLabels": {
    "id": "setInstallationLabels",
    "method": "PUT",
    "path": "/installations/{installation_id}/labels",
    "tag": "fleet",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:write",
    "auditEvents": [
      "installation.labeled"
    ],
    "extension": true,
    "defaults": []
  },
  "renewLease": {
    "id": "renewLease",
    "method": "POST",
    "path": "/installations/{installation_id}/lease",
    "tag": "installations",
    "security": [
      [
        "RuntimeToken"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "installation.token_refreshed",
      "installation.lease_restored",
      "installation.terminated"
    ],
    "extension": false,
    "defaults": []
  },
  "refreshRuntimeToken": {
    "id": "refreshRuntimeToken",
    "method": "POST",
    "path": "/installations/{installation_id}/refresh",
    "tag": "installations",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "installation.token_refreshed"
    ],
    "extension": false,
    "defaults": []
  },
  "recoverInstallation": {
    "id": "recoverInstallation",
    "method": "POST",
    "path": "/installations/recovery",
    "tag": "installations",
    "security": [
      [
        "ApiKey"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:write",
    "auditEvents": [
      "installation.recovered"
    ],
    "extension": false,
    "defaults": []
  },
  "registerBeacon": {
    "id": "registerBeacon",
    "method": "POST",
    "path": "/installations/{installation_id}/beacon/register",
    "tag": "installations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:write",
    "auditEvents": [
      "installation.beacon_registered"
    ],
    "extension": false,
    "defaults": []
  },
  "revokeInstallation": {
    "id": "revokeInstallation",
    "method": "POST",
    "path": "/installations/{installation_id}/revoke",
    "tag": "installations",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "installations:write",
    "auditEvents": [
      "installation.revoked"
    ],
    "extension": false,
    "defaults": []
  },
  "getWorkspacePolicy": {
    "id": "getWorkspacePolicy",
    "method": "GET",
    "path": "/workspaces/{workspace_id}/policy",
    "tag": "policy",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "RuntimeToken"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "policy:read",
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "setWorkspacePolicy": {
    "id": "setWorkspacePolicy",
    "method": "PUT",
    "path": "/workspaces/{workspace_id}/policy",
    "tag": "policy",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "policy:write",
    "auditEvents": [
      "policy.updated"
    ],
    "extension": true,
    "defaults": []
  },
  "evaluateWorkspacePolicy": {
    "id": "evaluateWorkspacePolicy",
    "method": "POST",
    "path": "/workspaces/{workspace_id}/policy/evaluate",
    "tag": "policy",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "policy:read",
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "listPolicyVersions": {
    "id": "listPolicyVersions",
    "method": "GET",
    "path": "/workspaces/{workspace_id}/policy/versions",
    "tag": "policy",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "policy:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "getPolicyVersion": {
    "id": "getPolicyVersion",
    "method": "GET",
    "path": "/workspaces/{workspace_id}/policy/versions/{version}",
    "tag": "policy",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "policy:read",
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "verifyTrust": {
    "id": "verifyTrust",
    "method": "POST",
    "path": "/trust/verify",
    "tag": "trust",
    "security": [
      [
        "ApiKey"
      ],
      [
        "RuntimeToken"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "trust:read",
    "auditEvents": [
      "trust.verification_failed",
      "policy.violated"
    ],
    "extension": false,
    "defaults": []
  },
  "getTrustProfile": {
    "id": "getTrustProfile",
    "method": "GET",
    "path": "/trust/profile/{did}",
    "tag": "trust",
    "security": [
      [
        "ApiKey"
      ],
      [
        "RuntimeToken"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "trust:read",
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "createTrustHeaders": {
    "id": "createTrustHeaders",
    "method": "POST",
    "path": "/trust/headers",
    "tag": "trust",
    "security": [
      [
        "ApiKey"
      ],
      [
        "RuntimeToken"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "trust:sign",
    "auditEvents": [
      "trust.headers_issued"
    ],
    "extension": false,
    "defaults": []
  },
  "getPlatformKeys": {
    "id": "getPlatformKeys",
    "method": "GET",
    "path": "/trust/jwks",
    "tag": "trust",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "openDispute": {
    "id": "openDispute",
    "method": "POST",
    "path": "/agents/{svc_id}/disputes",
    "tag": "disputes",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "disputes:write",
    "auditEvents": [
      "dispute.opened"
    ],
    "extension": true,
    "defaults": []
  },
  "listDisputes": {
    "id": "listDisputes",
    "method": "GET",
    "path": "/disputes",
    "tag": "disputes",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "disputes:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "side",
      "limit",
      "offset"
    ]
  },
  "getDispute": {
    "id": "getDispute",
    "method": "GET",
    "path": "/disputes/{dispute_id}",
    "tag": "disputes",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "disputes:read",
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "createDisputeComment": {
    "id": "createDisputeComment",
    "method": "POST",
    "path": "/disputes/{dispute_id}/comments",
    "tag": "disputes",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "disputes:write",
    "auditEvents": [
      "dispute.commented"
    ],
    "extension": true,
    "defaults": []
  },
  "listDisputeCases": {
    "id": "listDisputeCases",
    "method": "GET",
    "path": "/operator/disputes",
    "tag": "operator",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "state",
      "limit",
      "offset"
    ]
  },
  "getDisputeCase": {
    "id": "getDisputeCase",
    "method": "GET",
    "path": "/operator/disputes/{dispute_id}",
    "tag": "operator",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "judgeDispute": {
    "id": "judgeDispute",
    "method": "POST",
    "path": "/operator/disputes/{dispute_id}/judgement",
    "tag": "operator",
    "security": [
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [
      "dispute.under_review",
      "dispute.upheld",
      "dispute.rejected"
    ],
    "extension": true,
    "defaults": []
  },
  "listImages": {
    "id": "listImages",
    "method": "GET",
    "path": "/images",
    "tag": "images",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "images:read",
    "auditEvents": [],
    "extension": false,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "scanImage": {
    "id": "scanImage",
    "method": "POST",
    "path": "/images/{image_ref}/scan",
    "tag": "images",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "images:scan",
    "auditEvents": [
      "image.scan_requested"
    ],
    "extension": false,
    "defaults": []
  },
  "getScanReport": {
    "id": "getScanReport",
    "method": "GET",
    "path": "/images/{image_ref}/scan-report",
    "tag": "images",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "images:read",
    "auditEvents": [],
    "extension": false,
    "defaults": [
      "completed"
    ]
  },
  "getImageSbom": {
    "id": "getImageSbom",
    "method": "GET",
    "path": "/images/{image_ref}/sbom",
    "tag": "images",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "images:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "completed"
    ]
  },
  "listAuditLogs": {
    "id": "listAuditLogs",
    "method": "GET",
    "path": "/audit-logs",
    "tag": "audit",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "starter",
    "requiredScope": "audit:read",
    "auditEvents": [],
    "extension": false,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "verifyAuditChain": {
    "id": "verifyAuditChain",
    "method": "GET",
    "path": "/audit-logs/verification",
    "tag": "audit",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "starter",
    "requiredScope": "audit:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "from_sequence",
      "limit"
    ]
  },
  "getAuditHead": {
    "id": "getAuditHead",
    "method": "GET",
    "path": "/audit-logs/head",
    "tag": "audit",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "starter",
    "requiredScope": "audit:read",
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "searchAuditLogs": {
    "id": "searchAuditLogs",
    "method": "GET",
    "path": "/audit-logs/search",
    "tag": "audit",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "starter",
    "requiredScope": "audit:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "limit"
    ]
  },
  "exportAuditLogs": {
    "id": "exportAuditLogs",
    "method": "POST",
    "path": "/audit-logs/siem/logs/export",
    "tag": "audit",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "professional",
    "requiredScope": "audit:export",
    "auditEvents": [
      "audit.exported",
      "audit.export_failed"
    ],
    "extension": false,
    "defaults": []
  },
  "exportAuditCollector": {
    "id": "exportAuditCollector",
    "method": "POST",
    "path": "/audit-logs/siem/collector/export",
    "tag": "audit",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "professional",
    "requiredScope": "audit:export",
    "auditEvents": [
      "audit.exported",
      "audit.export_failed"
    ],
    "extension": false,
    "defaults": []
  },
  "exportAuditAlerts": {
    "id": "exportAuditAlerts",
    "method": "POST",
    "path": "/audit-logs/siem/alerts/export",
    "tag": "audit",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "professional",
    "requiredScope": "audit:export",
    "auditEvents": [
      "audit.exported",
      "audit.export_failed"
    ],
    "extension": false,
    "defaults": []
  },
  "getAuditExport": {
    "id": "getAuditExport",
    "method": "GET",
    "path": "/audit-logs/siem/exports/{export_id}",
    "tag": "audit",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "professional",
    "requiredScope": "audit:export",
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "emailSupport": {
    "id": "emailSupport",
    "method": "POST",
    "path": "/support/email",
    "tag": "support",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "starter",
    "requiredScope": "support:write",
    "auditEvents": [
      "support.requested"
    ],
    "extension": false,
    "defaults": []
  },
  "requestPrioritySupport": {
    "id": "requestPrioritySupport",
    "method": "POST",
    "path": "/support/priority",
    "tag": "support",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "professional",
    "requiredScope": "support:write",
    "auditEvents": [
      "support.requested"
    ],
    "extension": false,
    "defaults": []
  },
  "openSupportChat": {
    "id": "openSupportChat",
    "method": "POST",
    "path": "/support/chat",
    "tag": "support",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "professional",
    "requiredScope": "support:write",
    "auditEvents": [
      "support.requested"
    ],
    "extension": false,
    "defaults": []
  },
  "contactCustomerSuccess": {
    "id": "contactCustomerSuccess",
    "method": "POST",
    "path": "/support/csm",
    "tag": "support",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "enterprise",
    "requiredScope": "support:write",
    "auditEvents": [
      "support.requested"
    ],
    "extension": false,
    "defaults": []
  },
  "getNetworkSummary": {
    "id": "getNetworkSummary",
    "method": "GET",
    "path": "/registry/network/summary",
    "tag": "network",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "professional",
    "requiredScope": "network:read",
    "auditEvents": [],
    "extension": false,
    "defaults": []
  },
  "listNetworkAgents": {
    "id": "listNetworkAgents",
    "method": "GET",
    "path": "/registry/network/agents",
    "tag": "network",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "professional",
    "requiredScope": "network:read",
    "auditEvents": [],
    "extension": false,
    "defaults": [
      "verified_only",
      "limit",
      "offset"
    ]
  },
  "searchAgents": {
    "id": "searchAgents",
    "method": "GET",
    "path": "/registry/network/search",
    "tag": "network",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "professional",
    "requiredScope": "network:read",
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "verified_only",
      "min_reputation",
      "sort",
      "limit",
      "own",
      "installed"
    ]
  },
  "setRetention": {
    "id": "setRetention",
    "method": "PUT",
    "path": "/enterprise/orgs/{org_id}/retention",
    "tag": "enterprise",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "enterprise",
    "requiredScope": "retention:write",
    "auditEvents": [
      "audit.retention_changed"
    ],
    "extension": false,
    "defaults": []
  },
  "getComplianceReport": {
    "id": "getComplianceReport",
    "method": "GET",
    "path": "/agents/{svc_id}/compliance/{workspace_id}/report",
    "tag": "enterprise",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": "enterprise",
    "requiredScope": "compliance:read",
    "auditEvents": [],
    "extension": false,
    "defaults": [
      "format"
    ]
  },
  "routeTask": {
    "id": "routeTask",
    "method": "POST",
    "path": "/a2a/route",
    "tag": "tasks",
    "security": [
      [
        "ApiKey"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "tasks:route",
    "auditEvents": [
      "task.routed",
      "task.completed",
      "task.failed"
    ],
    "extension": false,
    "defaults": []
  },
  "listTasks": {
    "id": "listTasks",
    "method": "GET",
    "path": "/tasks",
    "tag": "tasks",
    "security": [
      [
        "ApiKeyBearer"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "tasks:read",
    "auditEvents": [],
    "extension": false,
    "defaults": [
      "limit",
      "offset"
    ]
  },
  "getTaskSummary": {
    "id": "getTaskSummary",
    "method": "GET",
    "path": "/tasks/summary",
    "tag": "tasks",
    "security": [
      [
        "ApiKeyBearer"
      ],
      [
        "AdminSession"
      ],
      [
        "AdminCookie"
      ]
    ],
    "requiredPlan": null,
    "requiredScope": "tasks:read",
    "auditEvents": [],
    "extension": true,
    "defaults": []
  },
  "getContractJson": {
    "id": "getContractJson",
    "method": "GET",
    "path": "/openapi.json",
    "tag": "contract",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "document",
      "version"
    ]
  },
  "getContractYaml": {
    "id": "getContractYaml",
    "method": "GET",
    "path": "/openapi.yaml",
    "tag": "contract",
    "security": [],
    "requiredPlan": null,
    "requiredScope": null,
    "auditEvents": [],
    "extension": true,
    "defaults": [
      "document",
      "version"
    ]
  }
} as const
