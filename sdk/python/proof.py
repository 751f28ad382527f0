"""Runs the steps of sdk/steps.ts with the client that openapi-python-client generates."""

from datetime import datetime, timezone

from svc_registry import AuthenticatedClient, Client
from svc_registry.api.admin import end_admin_session, get_admin_session, request_admin_pin, verify_admin_pin
from svc_registry.api.agents import register_agent, verify_agent
from svc_registry.api.audit import export_audit_alerts, export_audit_collector, export_audit_logs, get_audit_export, list_audit_logs
from svc_registry.api.contract import get_contract_json
from svc_registry.api.enterprise import get_compliance_report, set_retention
from svc_registry.api.images import get_image_sbom, get_scan_report, list_images, scan_image
from svc_registry.api.install_tokens import create_install_token
from svc_registry.api.installations import bootstrap_installation, recover_installation, refresh_runtime_token
from svc_registry.api.installations import register_beacon, renew_lease, revoke_installation
from svc_registry.api.network import get_network_summary, list_network_agents, search_agents
from svc_registry.api.policy import get_workspace_policy
from svc_registry.api.support import contact_customer_success, email_support, open_support_chat, request_priority_support
from svc_registry.api.tasks import list_tasks, route_task
from svc_registry.api.trust import create_trust_headers, get_platform_keys, get_trust_profile, verify_trust
from svc_registry.api.workspaces import create_workspace, delete_workspace, get_workspace
from svc_registry.api.workspaces import list_workspace_members, list_workspaces, update_workspace
from svc_registry.models import (
    AdminChallenge, AdminSessionDetails, AdminSessionCredentials, Agent, AgentSearchPage, AgentVerification, AuditExport, AuditLogPage, Beacon, BeaconMetadata,
    BeaconMetadataInput, BootstrapRequest, ComplianceReport, CreateInstallTokenRequest, CreateTrustHeadersRequest, CreateWorkspaceRequest,
    ExportAlertsRequest, ExportCollectorRequest, ExportLogsRequest, HealthPayload, ImagePage, ImageScan, InstallationCredentials, InstallToken,
    JsonWebKeySet, Lease, NetworkAgentPage, NetworkSummary, OpenApiDocument, PinRequest, PinVerificationRequest, Plan, Problem,
    RecoverInstallationRequest, RefreshedToken, RefreshRuntimeTokenRequest, RegisterAgentRequest, RegisterBeaconRequest, RenewLeaseRequest,
    Retention, Revocation, RevokeInstallationRequest, Role, RoutedTask, RouteTaskRequest, ScanReport, SetRetentionRequest, SupportRequest,
    SupportTicket, TaskContext, TaskMessage, TaskMessagePart, TaskPage, TaskStatus, TrustContext, TrustHeaders, TrustProfile,
    TrustVerification, UpdateWorkspaceRequest, VerifyTrustRequest, Workspace, WorkspaceMemberPage, WorkspacePage, WorkspacePolicy,
)
from svc_registry.types import UNSET, Response, Unset

from steps import check, env, nested, pin, step, want


def keyed_with(key: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=env("SVC_BASE_URL"), token=key, prefix="", auth_header_name="X-API-Key")


def with_bearer(token: str) -> AuthenticatedClient:
    return AuthenticatedClient(base_url=env("SVC_BASE_URL"), token=token)


keyed = keyed_with(env("SVC_API_KEY"))
anonymous = Client(base_url=env("SVC_BASE_URL"))
org_id, main_workspace, svc_id = env("SVC_ORGANIZATION_ID"), env("SVC_WORKSPACE_ID"), env("SVC_AGENT_ID")


@step("signs in with a PIN received by e-mail")
def session() -> AuthenticatedClient:
    email = env("SVC_ADMIN_EMAIL")
    challenge = want(AdminChallenge, 200, request_admin_pin.sync_detailed(client=anonymous, body=PinRequest(email=email)))
    verification = PinVerificationRequest(email=email, challenge_id=str(challenge.challenge_id), pin=pin())
    credentials = want(AdminSessionCredentials, 200, verify_admin_pin.sync_detailed(client=anonymous, body=verification))
    admin = with_bearer(credentials.session_token)
    check(want(AdminSessionDetails, 200, get_admin_session.sync_detailed(client=admin)).memberships[0].role == Role.ADMIN, "not an admin")
    return admin


@step("creates, reads, renames and lists a workspace")
def workspace_id() -> str:
    body = CreateWorkspaceRequest(name="SDK", description="made by a program")
    made = want(Workspace, 201, create_workspace.sync_detailed(org_id, client=keyed, body=body)).workspace_id
    check(want(Workspace, 200, get_workspace.sync_detailed(org_id, made, client=keyed)).description == "made by a program", "description lost")
    renamed = update_workspace.sync_detailed(org_id, made, client=keyed, body=UpdateWorkspaceRequest(name="SDK proof"))
    check(want(Workspace, 200, renamed).name == "SDK proof", "not renamed")
    page = want(WorkspacePage, 200, list_workspaces.sync_detailed(org_id, client=keyed, limit=200))
    check(made in [item.workspace_id for item in page.items], "not listed")
    check(want(WorkspaceMemberPage, 200, list_workspace_members.sync_detailed(org_id, made, client=keyed)).total > 0, "no members")
    return made


agent = RegisterAgentRequest(
    svc_id=svc_id, name=env("SVC_AGENT_NAME"), version="1.0.0",
    public_key=env("SVC_AGENT_PUBLIC_KEY"), manifest_hash=env("SVC_AGENT_MANIFEST_HASH"),
)


@step("registers an agent and verifies it")
def _() -> None:
    check(want(Agent, 201, register_agent.sync_detailed(client=keyed, body=agent)).did == f"did:svc:{svc_id}", "wrong did")
    check(want(AgentVerification, 200, verify_agent.sync_detailed(svc_id, client=keyed)).valid, "not valid")


@step("a second registration gets 409")
def _() -> None:
    check(want(Problem, 409, register_agent.sync_detailed(client=keyed, body=agent)).code == "AGENT_EXISTS", "wrong code")


@step("creates an install token")
def install_token() -> str:
    body = CreateInstallTokenRequest(agent_id=svc_id, expiry_minutes=5)
    token = want(InstallToken, 201, create_install_token.sync_detailed(workspace_id, client=keyed, body=body))
    check(token.token.startswith("skt_") and token.expires_at > datetime.now(timezone.utc), "no token")
    return token.token


@step("bootstraps with the install token")
def installed() -> InstallationCredentials:
    body = BootstrapRequest(install_token=install_token, capabilities=["prove"], heartbeat_interval_seconds=60)
    return want(InstallationCredentials, 201, bootstrap_installation.sync_detailed(client=anonymous, body=body))


def refresh_token_of(credentials: InstallationCredentials) -> str:
    if isinstance(credentials.refresh_token, Unset):
        raise AssertionError("no refresh token")
    return credentials.refresh_token


installation_id = str(installed.installation_id)
refresh_token = refresh_token_of(installed)


@step("a replay returns the same installation and no refresh token")
def _() -> None:
    replay = bootstrap_installation.sync_detailed(client=anonymous, body=BootstrapRequest(install_token=install_token))
    replayed = want(InstallationCredentials, 200, replay)
    check(replayed.installation_id == installed.installation_id and replayed.refresh_token is UNSET, "not a replay")


def lease(token: str, status: str = "running") -> Response[Lease | Problem]:
    body = RenewLeaseRequest(status=status, health_payload=HealthPayload.from_dict({"queue": 3}))
    return renew_lease.sync_detailed(installation_id, client=with_bearer(token), body=body)


@step("sends a heartbeat and gets a null command")
def _() -> None:
    renewed = want(Lease, 200, lease(installed.runtime_token))
    check(renewed.command is None and renewed.next_heartbeat_at < renewed.lease_expires_at, "unexpected command")


def refresh(token: str) -> Response[Problem | RefreshedToken]:
    return refresh_runtime_token.sync_detailed(installation_id, client=anonymous, body=RefreshRuntimeTokenRequest(refresh_token=token))


@step("refreshes the runtime token")
def _() -> None:
    check(want(RefreshedToken, 200, refresh(refresh_token)).token_version > 1, "version did not increase")


def beacon(metadata: dict[str, object]) -> Response[Beacon | Problem]:
    body = RegisterBeaconRequest(platform="docker", metadata=BeaconMetadataInput.from_dict(metadata))
    return register_beacon.sync_detailed(installation_id, client=keyed, body=body)


@step("records where the installation runs; a body that is too deep gets 422")
def _() -> None:
    metadata = want(Beacon, 200, beacon({"region": "eu-1", "cores": 2})).metadata
    check(isinstance(metadata, BeaconMetadata) and metadata["region"] == "eu-1" and metadata["cores"] == 2, "metadata lost")
    problem = want(Problem, 422, beacon(nested(12)))
    check(problem.code == "INVALID_BODY" and isinstance(problem.issues, list) and len(problem.issues) > 0, "no issues")


@step("recovers the installation; the old token gets 401")
def recovered() -> InstallationCredentials:
    body = RecoverInstallationRequest(agent_id=svc_id, workspace_id=workspace_id)
    fresh = want(InstallationCredentials, 200, recover_installation.sync_detailed(client=keyed, body=body))
    check(fresh.installation_id == installed.installation_id, "not recovered")
    check(want(Problem, 401, lease(installed.runtime_token)).code == "INVALID_RUNTIME_TOKEN", "wrong code")
    return fresh


def verify(signature: str) -> TrustVerification:
    body = VerifyTrustRequest(svc_id=svc_id, signature=signature, context=TrustContext(workspace_id=main_workspace))
    return want(TrustVerification, 200, verify_trust.sync_detailed(client=keyed, body=body))


@step("reads the policy and the trust profile, and verifies signatures")
def _() -> None:
    policy = want(WorkspacePolicy, 200, get_workspace_policy.sync_detailed(workspace_id, client=keyed))
    check("*" in policy.content.a2a.allowed_skills, "not the default policy")
    check(verify(env("SVC_SIGNATURE")).valid, "signature does not verify")
    check(not verify("AAAA").valid, "a bad signature verifies")
    profile = want(TrustProfile, 200, get_trust_profile.sync_detailed(f"did:svc:{svc_id}", client=keyed))
    check(profile.reputation.score >= 0, "no score")
    headers = want(TrustHeaders, 200, create_trust_headers.sync_detailed(client=keyed, body=CreateTrustHeadersRequest(svc_id=svc_id)))
    check(headers.headers.x_svc_agent_id == svc_id, "wrong agent")
    check(len(want(JsonWebKeySet, 200, get_platform_keys.sync_detailed(client=anonymous)).keys) > 0, "no keys")


@step("routes a task and finds it in the history")
def _() -> None:
    message = TaskMessage(role="user", parts=[TaskMessagePart(type_="text", text="One. Two. Three.")])
    body = RouteTaskRequest(skill=env("SVC_SKILL"), message=message, context=TaskContext(workspace_id=main_workspace))
    task = want(RoutedTask, 200, route_task.sync_detailed(client=keyed, body=body))
    check(task.status == TaskStatus.COMPLETED and task.result is not UNSET, f"the task was not completed with a result; its status is {task.status}")
    client = with_bearer(env("SVC_API_KEY"))
    history = list_tasks.sync_detailed(client=client, status=TaskStatus.COMPLETED, x_workspace_id=main_workspace)
    check(want(TaskPage, 200, history).items[0].task_id == task.task_id, "not in the history")


@step("scans an image by its encoded reference")
def _() -> None:
    ref = env("SVC_IMAGE_REF")
    check(want(ImageScan, 202, scan_image.sync_detailed(ref, client=keyed)).ref == ref, "wrong reference")
    report = want(ScanReport, 200, get_scan_report.sync_detailed(ref, client=keyed))
    check(report.database is None and len(report.scanner.name) > 0, "unexpected database")
    check(want(ImagePage, 200, list_images.sync_detailed(client=keyed)).items[0].ref == ref, "not listed")
    check(want(Problem, 404, get_image_sbom.sync_detailed(ref, client=keyed)).code == "IMAGE_NOT_SCANNED", "wrong code")


def intake(name: str) -> str:
    return f"{env('SVC_INTAKE_URL')}/{name}"


@step("exports with the members class, group and index")
def _() -> None:
    tags = ["sdk:python"]
    logs = ExportLogsRequest(limit=3, tags=tags, intake_url=intake("logs"), api_key="key", service="sdk", source="sdk")
    collector = ExportCollectorRequest(limit=3, tags=tags, intake_url=intake("collector"), hec_token="key", index="main")
    alerts = ExportAlertsRequest(
        limit=3, tags=tags, intake_url=intake("alerts"), routing_key="key", class_="registry", group="audit", severity="info"
    )
    sent = [
        want(AuditExport, 202, export_audit_logs.sync_detailed(client=keyed, body=logs)),
        want(AuditExport, 202, export_audit_collector.sync_detailed(client=keyed, body=collector)),
        want(AuditExport, 202, export_audit_alerts.sync_detailed(client=keyed, body=alerts)),
    ]
    check([export.destination.value for export in sent] == ["logs", "collector", "alerts"], "wrong destinations")
    for export in sent:
        followed = want(AuditExport, 200, get_audit_export.sync_detailed(str(export.export_id), client=keyed))
        check(followed.matched == 3, "the export did not match three records")


@step("pages through the audit log")
def _() -> None:
    first = want(AuditLogPage, 200, list_audit_logs.sync_detailed(client=keyed, limit=2))
    second = want(AuditLogPage, 200, list_audit_logs.sync_detailed(client=keyed, limit=2, cursor=first.next_cursor))
    check(len(first.items) == 2 and second.items[0].sequence < first.items[1].sequence, "the second page is not older than the first")


@step("requests support in four ways")
def _() -> None:
    body = SupportRequest(subject="From an SDK", message="Does it arrive?", category="technical")
    for response in (
        email_support.sync_detailed(client=keyed, body=body),
        request_priority_support.sync_detailed(client=keyed, body=body),
        open_support_chat.sync_detailed(client=keyed, body=body),
        contact_customer_success.sync_detailed(client=keyed, body=body),
    ):
        check(len(str(want(SupportTicket, 202, response).ticket_id)) > 0, "no ticket")


@step("a plan that is too low gets 402 with the required plan")
def _() -> None:
    problem = want(Problem, 402, get_network_summary.sync_detailed(client=keyed_with(env("SVC_FREE_API_KEY"))))
    check(problem.required_plan == Plan.PROFESSIONAL and str(problem.upgrade_url).startswith("http"), "wrong required_plan or upgrade_url")


@step("reads the contract, the network and the report, and sets the retention")
def _() -> None:
    check(want(OpenApiDocument, 200, get_contract_json.sync_detailed(client=anonymous)).openapi.startswith("3.0"), "wrong contract")
    check(want(NetworkSummary, 200, get_network_summary.sync_detailed(client=keyed)).total_agents > 0, "no agents")
    agents = want(NetworkAgentPage, 200, list_network_agents.sync_detailed(client=keyed, verified_only=True, limit=5))
    check(agents.limit == 5, "wrong limit")
    found = want(AgentSearchPage, 200, search_agents.sync_detailed(client=keyed, verified_only=True, limit=5))
    check(len(found.items) > 0 and not isinstance(found.counts, Unset), "no agents found")
    retention = set_retention.sync_detailed(org_id, client=keyed, body=SetRetentionRequest(audit_log_retention_days=730))
    check(want(Retention, 200, retention).audit_log_retention_days == 730, "wrong retention")
    reported = get_compliance_report.sync_detailed(svc_id, workspace_id, client=keyed, frameworks="gdpr,soc2")
    report = want(ComplianceReport, 200, reported)
    check([framework.id for framework in report.frameworks] == ["gdpr", "soc2"], "wrong frameworks")
    check(report.window.from_ < report.window.to, "no window")


@step("revokes the installation, receives the command, and cleans up")
def _() -> None:
    body = RevokeInstallationRequest(reason="the SDK test has finished")
    want(Revocation, 200, revoke_installation.sync_detailed(installation_id, client=keyed, body=body))
    command = want(Lease, 200, lease(recovered.runtime_token)).command
    check(command is not None and command.type_ == "terminate", "no command")
    want(Lease, 200, lease(recovered.runtime_token, "stopped"))
    check(want(Problem, 401, refresh(refresh_token_of(recovered))).code == "INVALID_REFRESH_TOKEN", "wrong code")
    check(delete_workspace.sync_detailed(org_id, workspace_id, client=keyed, force=True).status_code == 204, "not deleted")
    check(end_admin_session.sync_detailed(client=session).status_code == 204, "still signed in")
    check(want(Problem, 401, get_admin_session.sync_detailed(client=session)).code == "INVALID_SESSION", "wrong code")
