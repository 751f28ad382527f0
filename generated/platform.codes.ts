// Generated from src/handlers by scripts/generate.ts. Change those, then `npm run generate`.

export const codes = {
  "requestAdminPin": [
    "RATE_LIMITED"
  ],
  "verifyAdminPin": [
    "INVALID_PIN"
  ],
  "getAdminSession": [],
  "createBrowserSession": [
    "INVALID_PIN"
  ],
  "endAdminSession": [],
  "getOrganization": [
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND"
  ],
  "listMembers": [
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND"
  ],
  "createMember": [
    "OWNER_REQUIRED",
    "ORGANIZATION_NOT_FOUND",
    "MEMBER_NOT_FOUND",
    "MEMBER_EXISTS",
    "LAST_OWNER"
  ],
  "setMemberRole": [
    "OWNER_REQUIRED",
    "ORGANIZATION_NOT_FOUND",
    "MEMBER_NOT_FOUND",
    "MEMBER_EXISTS",
    "LAST_OWNER"
  ],
  "deleteMember": [
    "OWNER_REQUIRED",
    "ORGANIZATION_NOT_FOUND",
    "MEMBER_NOT_FOUND",
    "MEMBER_EXISTS",
    "LAST_OWNER"
  ],
  "listApiKeys": [
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND"
  ],
  "createApiKey": [
    "SCOPE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND",
    "WORKSPACE_NOT_FOUND",
    "TOO_MANY_API_KEYS"
  ],
  "revokeApiKey": [
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND",
    "API_KEY_NOT_FOUND"
  ],
  "registerAgent": [
    "INVALID_PROOF",
    "OWNERSHIP_NOT_PROVED",
    "AGENT_EXISTS"
  ],
  "getAgent": [
    "AGENT_NOT_FOUND"
  ],
  "updateAgent": [
    "WORKSPACE_NOT_ALLOWED",
    "OWNERSHIP_NOT_PROVED",
    "AGENT_OWNER_REQUIRED",
    "AGENT_NOT_FOUND",
    "AGENT_EXISTS"
  ],
  "getReputationHistory": [
    "AGENT_NOT_FOUND"
  ],
  "verifyAgent": [
    "AGENT_NOT_FOUND"
  ],
  "listWorkspaces": [
    "ORGANIZATION_NOT_FOUND"
  ],
  "createWorkspace": [
    "WORKSPACES_LIMIT_EXCEEDED",
    "INSTALLATIONS_LIMIT_EXCEEDED",
    "INSTALL_TOKENS_LIMIT_EXCEEDED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND"
  ],
  "getWorkspace": [
    "WORKSPACE_NOT_FOUND"
  ],
  "updateWorkspace": [
    "WORKSPACE_NOT_FOUND"
  ],
  "deleteWorkspace": [
    "WORKSPACE_NOT_FOUND",
    "WORKSPACE_IN_USE"
  ],
  "listWorkspaceMembers": [
    "WORKSPACE_NOT_FOUND"
  ],
  "listInstallTokens": [
    "WORKSPACE_NOT_FOUND"
  ],
  "createInstallToken": [
    "WORKSPACES_LIMIT_EXCEEDED",
    "INSTALLATIONS_LIMIT_EXCEEDED",
    "INSTALL_TOKENS_LIMIT_EXCEEDED",
    "INSTALLATION_NOT_ALLOWED",
    "AGENT_NOT_ACTIVE",
    "AGENT_NOT_FOUND",
    "WORKSPACE_NOT_FOUND"
  ],
  "revokeInstallToken": [
    "WORKSPACE_NOT_FOUND",
    "INSTALL_TOKEN_NOT_FOUND",
    "INSTALL_TOKEN_NOT_OUTSTANDING"
  ],
  "listInstallations": [
    "WORKSPACE_NOT_FOUND"
  ],
  "revokeInstallations": [
    "WORKSPACE_NOT_FOUND"
  ],
  "bootstrapInstallation": [
    "INVALID_INSTALL_TOKEN",
    "INSTALL_TOKEN_EXPIRED",
    "WORKSPACES_LIMIT_EXCEEDED",
    "INSTALLATIONS_LIMIT_EXCEEDED",
    "INSTALL_TOKENS_LIMIT_EXCEEDED",
    "INSTALLATION_NOT_ALLOWED",
    "AGENT_NOT_ACTIVE",
    "AGENT_NOT_FOUND",
    "INSTALL_TOKEN_CONSUMED",
    "RATE_LIMITED"
  ],
  "getInstallation": [
    "INSTALLATION_NOT_FOUND"
  ],
  "listInstallationCommands": [
    "INSTALLATION_NOT_FOUND"
  ],
  "sendInstallationCommand": [
    "INSTALLATION_REVOKED",
    "INSTALLATION_TERMINATED",
    "INSTALLATION_NOT_FOUND"
  ],
  "renewLease": [
    "INVALID_RUNTIME_TOKEN",
    "INSTALLATION_REVOKED",
    "INSTALLATION_TERMINATED",
    "INSTALLATION_NOT_FOUND"
  ],
  "refreshRuntimeToken": [
    "INVALID_REFRESH_TOKEN",
    "RATE_LIMITED"
  ],
  "recoverInstallation": [
    "WORKSPACE_NOT_ALLOWED",
    "INSTALLATION_NOT_ALLOWED",
    "AGENT_NOT_ACTIVE",
    "INSTALLATION_REVOKED",
    "AGENT_NOT_FOUND",
    "WORKSPACE_NOT_FOUND",
    "INSTALLATION_NOT_FOUND"
  ],
  "registerBeacon": [
    "INSTALLATION_REVOKED",
    "INSTALLATION_NOT_FOUND"
  ],
  "revokeInstallation": [
    "INSTALLATION_NOT_FOUND"
  ],
  "getWorkspacePolicy": [
    "WORKSPACE_NOT_FOUND"
  ],
  "setWorkspacePolicy": [
    "WORKSPACE_NOT_FOUND",
    "POLICY_CHANGED"
  ],
  "listPolicyVersions": [
    "WORKSPACE_NOT_FOUND"
  ],
  "getPolicyVersion": [
    "WORKSPACE_NOT_FOUND",
    "POLICY_VERSION_NOT_FOUND"
  ],
  "verifyTrust": [
    "WORKSPACE_NOT_ALLOWED",
    "AGENT_NOT_FOUND",
    "WORKSPACE_NOT_FOUND"
  ],
  "getTrustProfile": [
    "AGENT_NOT_FOUND"
  ],
  "createTrustHeaders": [
    "AGENT_NOT_FOUND"
  ],
  "getPlatformKeys": [],
  "openDispute": [
    "WORKSPACE_NOT_ALLOWED",
    "AGENT_NOT_FOUND",
    "ORGANIZATION_NOT_FOUND",
    "DISPUTE_EXISTS",
    "TOO_MANY_DISPUTES"
  ],
  "listDisputes": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND"
  ],
  "getDispute": [
    "WORKSPACE_NOT_ALLOWED",
    "DISPUTE_NOT_FOUND"
  ],
  "createDisputeComment": [
    "WORKSPACE_NOT_ALLOWED",
    "DISPUTE_NOT_FOUND",
    "DISPUTE_DECIDED",
    "TOO_MANY_COMMENTS"
  ],
  "listDisputeCases": [],
  "getDisputeCase": [
    "DISPUTE_NOT_FOUND"
  ],
  "judgeDispute": [
    "OPERATOR_REQUIRED",
    "CONFLICT_OF_INTEREST",
    "DISPUTE_NOT_FOUND",
    "DISPUTE_DECIDED"
  ],
  "listImages": [
    "ROLE_REQUIRED",
    "ORGANIZATION_NOT_FOUND"
  ],
  "scanImage": [
    "ROLE_REQUIRED",
    "ORGANIZATION_NOT_FOUND",
    "IMAGE_NOT_FOUND"
  ],
  "getScanReport": [
    "ROLE_REQUIRED",
    "ORGANIZATION_NOT_FOUND",
    "IMAGE_NOT_SCANNED"
  ],
  "getImageSbom": [
    "ROLE_REQUIRED",
    "ORGANIZATION_NOT_FOUND",
    "IMAGE_NOT_SCANNED"
  ],
  "listAuditLogs": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND"
  ],
  "verifyAuditChain": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND",
    "RATE_LIMITED"
  ],
  "searchAuditLogs": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND"
  ],
  "exportAuditLogs": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND",
    "WORKSPACE_NOT_FOUND"
  ],
  "exportAuditCollector": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND",
    "WORKSPACE_NOT_FOUND"
  ],
  "exportAuditAlerts": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND",
    "WORKSPACE_NOT_FOUND"
  ],
  "getAuditExport": [
    "EXPORT_NOT_FOUND"
  ],
  "emailSupport": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND",
    "WORKSPACE_NOT_FOUND"
  ],
  "requestPrioritySupport": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND",
    "WORKSPACE_NOT_FOUND"
  ],
  "openSupportChat": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND",
    "WORKSPACE_NOT_FOUND"
  ],
  "contactCustomerSuccess": [
    "ROLE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND",
    "WORKSPACE_NOT_FOUND"
  ],
  "getNetworkSummary": [
    "ROLE_REQUIRED",
    "ORGANIZATION_NOT_FOUND"
  ],
  "listNetworkAgents": [],
  "searchAgents": [],
  "setRetention": [
    "WORKSPACE_NOT_ALLOWED",
    "ORGANIZATION_NOT_FOUND"
  ],
  "getComplianceReport": [
    "COMPLIANCE_REQUIRES_UPGRADE",
    "AGENT_NOT_FOUND",
    "WORKSPACE_NOT_FOUND"
  ],
  "routeTask": [
    "SCOPE_REQUIRED",
    "WORKSPACE_NOT_ALLOWED",
    "POLICY_DENIED",
    "WORKSPACE_NOT_FOUND",
    "NO_AGENT_FOR_SKILL",
    "REQUESTER_NOT_FOUND"
  ],
  "listTasks": [
    "WORKSPACE_NOT_FOUND"
  ],
  "getTaskSummary": [
    "WORKSPACE_NOT_FOUND"
  ],
  "getContractJson": [],
  "getContractYaml": []
} as const
