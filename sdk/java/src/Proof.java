import java.net.URI;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import svc.registry.ApiClient;
import svc.registry.ApiException;
import svc.registry.ApiResponse;
import svc.registry.api.AdminApi;
import svc.registry.api.AgentsApi;
import svc.registry.api.AuditApi;
import svc.registry.api.ContractApi;
import svc.registry.api.EnterpriseApi;
import svc.registry.api.ImagesApi;
import svc.registry.api.InstallTokensApi;
import svc.registry.api.InstallationsApi;
import svc.registry.api.NetworkApi;
import svc.registry.api.PolicyApi;
import svc.registry.api.SupportApi;
import svc.registry.api.TasksApi;
import svc.registry.api.TrustApi;
import svc.registry.api.WorkspacesApi;
import svc.registry.model.*;

/** Runs the steps of sdk/steps.ts with the client that OpenAPI Generator generates. */
public final class Proof {
    private final ApiClient keyed = Steps.clientWith("X-API-Key", Steps.env("SVC_API_KEY"));
    private final ApiClient anonymous = Steps.clientWith("", "");
    private final WorkspacesApi workspaces = new WorkspacesApi(keyed);
    private final InstallationsApi installations = new InstallationsApi(keyed);
    private final InstallationsApi anonymousInstallations = new InstallationsApi(anonymous);
    private final String org = Steps.env("SVC_ORGANIZATION_ID");
    private final String mainWorkspace = Steps.env("SVC_WORKSPACE_ID");
    private final String svcId = Steps.env("SVC_AGENT_ID");
    private AdminApi session;
    private String workspace;
    private String installToken;
    private InstallationCredentials installed;
    private InstallationCredentials recovered;
    private String id;

    private Proof() {}

    public static void main(String[] arguments) throws Exception {
        new Proof().run();
    }

    private void run() throws Exception {
        Steps.step("signs in with a PIN received by e-mail", this::signIn);
        Steps.step("creates, reads, renames and lists a workspace", this::workspaces);
        Steps.step("registers an agent and verifies it", this::register);
        Steps.step("a second registration gets 409", () ->
            Steps.check(Steps.refused(409, this::registration).getCode().equals("AGENT_EXISTS"), "wrong code"));
        Steps.step("creates an install token", this::installToken);
        Steps.step("bootstraps with the install token", this::bootstrap);
        Steps.step("a replay returns the same installation and no refresh token", this::replay);
        Steps.step("sends a heartbeat and gets a null command", this::nullCommand);
        Steps.step("refreshes the runtime token", () ->
            Steps.check(Steps.want(200, () -> refresh(installed)).getTokenVersion() > 1, "version did not increase"));
        Steps.step("records where the installation runs; a body that is too deep gets 422", this::beacons);
        Steps.step("recovers the installation; the old token gets 401", this::recover);
        Steps.step("reads the policy and the trust profile, and verifies signatures", this::trust);
        Steps.step("routes a task and finds it in the history", this::tasks);
        Steps.step("scans an image by its encoded reference", this::images);
        Steps.step("exports with the members class, group and index", this::exports);
        Steps.step("pages through the audit log", this::auditLog);
        Steps.step("requests support in four ways", this::support);
        Steps.step("a plan that is too low gets 402 with the required plan", this::planTooLow);
        Steps.step("reads the contract, the network and the report, and sets the retention", this::enterprise);
        Steps.step("revokes the installation, receives the command, and cleans up", this::revoke);
    }

    private void signIn() throws Exception {
        String email = Steps.env("SVC_ADMIN_EMAIL");
        AdminApi admin = new AdminApi(anonymous);
        AdminChallenge challenge = Steps.want(200, () -> admin.requestAdminPinWithHttpInfo(new PinRequest().email(email)));
        PinVerificationRequest verification = new PinVerificationRequest().email(email).challengeId(challenge.getChallengeId().toString()).pin(Steps.pin());
        session = new AdminApi(Steps.withBearer(Steps.want(200, () -> admin.verifyAdminPinWithHttpInfo(verification)).getSessionToken()));
        Steps.check(Steps.want(200, session::getAdminSessionWithHttpInfo).getMemberships().get(0).getRole() == Role.ADMIN, "not an admin");
    }

    private void workspaces() throws Exception {
        CreateWorkspaceRequest request = new CreateWorkspaceRequest().name("SDK").description("made by a program");
        workspace = Steps.want(201, () -> workspaces.createWorkspaceWithHttpInfo(org, request)).getWorkspaceId();
        Steps.check(Steps.want(200, () -> workspaces.getWorkspaceWithHttpInfo(org, workspace)).getDescription().equals("made by a program"), "description lost");
        UpdateWorkspaceRequest change = new UpdateWorkspaceRequest().name("SDK proof");
        Steps.check(Steps.want(200, () -> workspaces.updateWorkspaceWithHttpInfo(org, workspace, change)).getName().equals("SDK proof"), "not renamed");
        WorkspacePage page = Steps.want(200, () -> workspaces.listWorkspacesWithHttpInfo(org, 200, null));
        Steps.check(page.getItems().stream().anyMatch(item -> item.getWorkspaceId().equals(workspace)), "not listed");
        Steps.check(Steps.want(200, () -> workspaces.listWorkspaceMembersWithHttpInfo(org, workspace, null, null)).getTotal() > 0, "no members");
    }

    private ApiResponse<Agent> registration() throws ApiException {
        RegisterAgentRequest agent = new RegisterAgentRequest().svcId(svcId).name(Steps.env("SVC_AGENT_NAME")).version("1.0.0")
            .publicKey(Steps.env("SVC_AGENT_PUBLIC_KEY")).manifestHash(Steps.env("SVC_AGENT_MANIFEST_HASH"));
        return new AgentsApi(keyed).registerAgentWithHttpInfo(agent);
    }

    private void register() throws Exception {
        Steps.check(Steps.want(201, this::registration).getDid().equals("did:svc:" + svcId), "wrong did");
        Steps.check(Steps.want(200, () -> new AgentsApi(keyed).verifyAgentWithHttpInfo(svcId)).getValid(), "not valid");
    }

    private void installToken() throws Exception {
        CreateInstallTokenRequest request = new CreateInstallTokenRequest().agentId(svcId).expiryMinutes(5);
        InstallToken token = Steps.want(201, () -> new InstallTokensApi(keyed).createInstallTokenWithHttpInfo(workspace, request));
        Steps.check(token.getToken().startsWith("skt_") && token.getExpiresAt().isAfter(OffsetDateTime.now()), "no token");
        installToken = token.getToken();
    }

    private void bootstrap() throws Exception {
        BootstrapRequest request = new BootstrapRequest().installToken(installToken).capabilities(List.of("prove")).heartbeatIntervalSeconds(60);
        installed = Steps.want(201, () -> anonymousInstallations.bootstrapInstallationWithHttpInfo(request));
        Steps.check(installed.getRefreshToken() != null, "no refresh token");
        id = installed.getInstallationId().toString();
    }

    private void replay() throws Exception {
        InstallationCredentials replayed = Steps.want(200, () -> anonymousInstallations.bootstrapInstallationWithHttpInfo(new BootstrapRequest().installToken(installToken)));
        Steps.check(replayed.getInstallationId().equals(installed.getInstallationId()) && replayed.getRefreshToken() == null, "not a replay");
    }

    private ApiResponse<Lease> lease(InstallationCredentials credentials, String status) throws ApiException {
        RenewLeaseRequest request = new RenewLeaseRequest().status(status).healthPayload(Map.of("queue", 3));
        return new InstallationsApi(Steps.withBearer(credentials.getRuntimeToken())).renewLeaseWithHttpInfo(id, request);
    }

    private void nullCommand() throws Exception {
        Lease lease = Steps.want(200, () -> lease(installed, "running"));
        Steps.check(lease.getCommand() == null && lease.getNextHeartbeatAt().isBefore(lease.getLeaseExpiresAt()), "unexpected command");
    }

    private ApiResponse<RefreshedToken> refresh(InstallationCredentials credentials) throws ApiException {
        return anonymousInstallations.refreshRuntimeTokenWithHttpInfo(id, new RefreshRuntimeTokenRequest().refreshToken(credentials.getRefreshToken()));
    }

    private ApiResponse<Beacon> beacon(Map<String, Object> metadata) throws ApiException {
        return installations.registerBeaconWithHttpInfo(id, new RegisterBeaconRequest().platform("docker").metadata(metadata));
    }

    private void beacons() throws Exception {
        Map<String, Object> sent = Map.of("region", "eu-1", "cores", 2);
        Steps.check(Steps.want(200, () -> beacon(sent)).getMetadata().equals(sent), "metadata lost");
        Problem problem = Steps.refused(422, () -> beacon(Steps.nested(12)));
        Steps.check(problem.getCode().equals("INVALID_BODY") && !problem.getIssues().isEmpty(), "no issues");
    }

    private void recover() throws Exception {
        RecoverInstallationRequest request = new RecoverInstallationRequest().agentId(svcId).workspaceId(workspace);
        recovered = Steps.want(200, () -> installations.recoverInstallationWithHttpInfo(request));
        Steps.check(recovered.getInstallationId().equals(installed.getInstallationId()) && recovered.getRefreshToken() != null, "not recovered");
        Steps.check(Steps.refused(401, () -> lease(installed, "running")).getCode().equals("INVALID_RUNTIME_TOKEN"), "wrong code");
    }

    private boolean verifies(TrustApi trust, String signature) throws ApiException {
        VerifyTrustRequest request = new VerifyTrustRequest().svcId(svcId).signature(signature).context(new TrustContext().workspaceId(mainWorkspace));
        return Steps.want(200, () -> trust.verifyTrustWithHttpInfo(request)).getValid();
    }

    private void trust() throws Exception {
        TrustApi trust = new TrustApi(keyed);
        WorkspacePolicy policy = Steps.want(200, () -> new PolicyApi(keyed).getWorkspacePolicyWithHttpInfo(workspace));
        Steps.check(policy.getContent().getA2a().getAllowedSkills().contains("*"), "not the default policy");
        Steps.check(verifies(trust, Steps.env("SVC_SIGNATURE")), "signature does not verify");
        Steps.check(!verifies(trust, "AAAA"), "a bad signature verifies");
        Steps.check(Steps.want(200, () -> trust.getTrustProfileWithHttpInfo("did:svc:" + svcId)).getReputation().getScore() >= 0, "no score");
        TrustHeaders headers = Steps.want(200, () -> trust.createTrustHeadersWithHttpInfo(new CreateTrustHeadersRequest().svcId(svcId)));
        Steps.check(headers.getHeaders().getxSvcAgentID().equals(svcId), "wrong agent");
        Steps.check(!Steps.want(200, () -> new TrustApi(anonymous).getPlatformKeysWithHttpInfo()).getKeys().isEmpty(), "no keys");
    }

    private void tasks() throws Exception {
        TaskMessage message = new TaskMessage().role("user").parts(List.of(new TaskMessagePart().type("text").text("One. Two. Three.")));
        RouteTaskRequest request = new RouteTaskRequest().skill(Steps.env("SVC_SKILL")).message(new RouteTaskRequestMessage(message)).context(new TaskContext().workspaceId(mainWorkspace));
        RoutedTask task = Steps.want(200, () -> new TasksApi(keyed).routeTaskWithHttpInfo(request));
        Steps.check(task.getStatus() == TaskStatus.COMPLETED && task.getResult() != null, "the task was not completed with a result; its status is " + task.getStatus().getValue());
        TasksApi history = new TasksApi(Steps.withBearer(Steps.env("SVC_API_KEY")));
        TaskPage page = Steps.want(200, () -> history.listTasksWithHttpInfo(mainWorkspace, TaskStatus.COMPLETED, null, null, null, null, null));
        Steps.check(page.getItems().get(0).getTaskId().equals(task.getTaskId()), "not in the history");
    }

    private void images() throws Exception {
        ImagesApi images = new ImagesApi(keyed);
        String ref = Steps.env("SVC_IMAGE_REF");
        Steps.check(Steps.want(202, () -> images.scanImageWithHttpInfo(ref, null)).getRef().equals(ref), "wrong reference");
        ScanReport report = Steps.want(200, () -> images.getScanReportWithHttpInfo(ref, null, null));
        Steps.check(report.getDatabase() == null && !report.getScanner().getName().isEmpty(), "unexpected database");
        Steps.check(Steps.want(200, () -> images.listImagesWithHttpInfo(null, null, null, null)).getItems().get(0).getRef().equals(ref), "not listed");
        Steps.check(Steps.refused(404, () -> images.getImageSbomWithHttpInfo(ref, null, null)).getCode().equals("IMAGE_NOT_SCANNED"), "wrong code");
    }

    private static URI intake(String name) {
        return URI.create(Steps.env("SVC_INTAKE_URL") + "/" + name);
    }

    private void exports() throws Exception {
        AuditApi audit = new AuditApi(keyed);
        List<String> tags = List.of("sdk:java");
        ExportLogsRequest logs = new ExportLogsRequest().limit(3).tags(tags).intakeUrl(intake("logs")).apiKey("key").service("sdk").source("sdk");
        ExportCollectorRequest collector = new ExportCollectorRequest().limit(3).tags(tags).intakeUrl(intake("collector")).hecToken("key").index("main");
        ExportAlertsRequest alerts = new ExportAlertsRequest().limit(3).tags(tags).intakeUrl(intake("alerts")).routingKey("key").propertyClass("registry").group("audit").severity("info");
        List<AuditExport> sent = List.of(
            Steps.want(202, () -> audit.exportAuditLogsWithHttpInfo(logs)),
            Steps.want(202, () -> audit.exportAuditCollectorWithHttpInfo(collector)),
            Steps.want(202, () -> audit.exportAuditAlertsWithHttpInfo(alerts)));
        for (AuditExport export : sent) {
            Steps.check(Steps.want(200, () -> audit.getAuditExportWithHttpInfo(export.getExportId().toString())).getMatched() == 3, "the export did not match three records");
        }
    }

    private void auditLog() throws Exception {
        AuditApi audit = new AuditApi(keyed);
        AuditLogPage first = Steps.want(200, () -> audit.listAuditLogsWithHttpInfo(null, null, null, 2, null, null));
        AuditLogPage second = Steps.want(200, () -> audit.listAuditLogsWithHttpInfo(null, null, null, 2, null, first.getNextCursor()));
        Steps.check(first.getItems().size() == 2 && second.getItems().get(0).getSequence() < first.getItems().get(1).getSequence(), "the second page is not older than the first");
    }

    private void support() throws Exception {
        SupportApi support = new SupportApi(keyed);
        SupportRequest request = new SupportRequest().subject("From an SDK").message("Does it arrive?").category("technical");
        Steps.want(202, () -> support.emailSupportWithHttpInfo(request));
        Steps.want(202, () -> support.requestPrioritySupportWithHttpInfo(request));
        Steps.want(202, () -> support.openSupportChatWithHttpInfo(request));
        Steps.want(202, () -> support.contactCustomerSuccessWithHttpInfo(request));
    }

    private void planTooLow() throws Exception {
        NetworkApi network = new NetworkApi(Steps.clientWith("X-API-Key", Steps.env("SVC_FREE_API_KEY")));
        Problem problem = Steps.refused(402, () -> network.getNetworkSummaryWithHttpInfo(null));
        Steps.check(problem.getRequiredPlan() == Plan.PROFESSIONAL && problem.getUpgradeUrl().isAbsolute(), "wrong required_plan or upgrade_url");
    }

    private void enterprise() throws Exception {
        EnterpriseApi enterprise = new EnterpriseApi(keyed);
        NetworkApi network = new NetworkApi(keyed);
        Steps.check(Steps.want(200, () -> new ContractApi(anonymous).getContractJsonWithHttpInfo(null, null, null, null)).getOpenapi().startsWith("3.0"), "wrong contract");
        Steps.check(Steps.want(200, () -> network.getNetworkSummaryWithHttpInfo(null)).getTotalAgents() > 0, "no agents");
        Steps.check(Steps.want(200, () -> network.listNetworkAgentsWithHttpInfo(null, true, 5, null, null)).getLimit() == 5, "wrong limit");
        AgentSearchPage found = Steps.want(200, () -> network.searchAgentsWithHttpInfo(null, null, null, null, true, null, null, 5, null, null, null, null, null, null, null, null));
        Steps.check(!found.getItems().isEmpty() && found.getCounts().getTotal() > 0, "no agents found");
        SetRetentionRequest request = new SetRetentionRequest().auditLogRetentionDays(730);
        Steps.check(Steps.want(200, () -> enterprise.setRetentionWithHttpInfo(org, request)).getAuditLogRetentionDays() == 730, "wrong retention");
        ComplianceReport report = Steps.want(200, () -> enterprise.getComplianceReportWithHttpInfo(svcId, workspace, null, "gdpr,soc2"));
        Steps.check(report.getFrameworks().stream().map(ComplianceFramework::getId).toList().equals(List.of("gdpr", "soc2")), "wrong frameworks");
        Steps.check(report.getWindow().getFrom().isBefore(report.getWindow().getTo()), "no window");
    }

    private void revoke() throws Exception {
        Steps.want(200, () -> installations.revokeInstallationWithHttpInfo(id, new RevokeInstallationRequest().reason("the SDK test has finished")));
        Steps.check(Steps.want(200, () -> lease(recovered, "running")).getCommand().getType().equals("terminate"), "no command");
        Steps.want(200, () -> lease(recovered, "stopped"));
        Steps.check(Steps.refused(401, () -> refresh(recovered)).getCode().equals("INVALID_REFRESH_TOKEN"), "wrong code");
        Steps.want(204, () -> workspaces.deleteWorkspaceWithHttpInfo(org, workspace, true));
        Steps.want(204, session::endAdminSessionWithHttpInfo);
        Steps.check(Steps.refused(401, session::getAdminSessionWithHttpInfo).getCode().equals("INVALID_SESSION"), "wrong code");
    }
}
