// This program runs the steps of sdk/steps.ts with the client that oapi-codegen generates.
package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/oapi-codegen/runtime/types"

	"sdk.invalid/proof/registry"
)

// typedResponse is the common part of the responses of all operations.
type typedResponse interface{ StatusCode() int }

// want returns the typed body of a response, which must have one.
func want[T any](body *T, response typedResponse, err error) T {
	check(err == nil, fmt.Sprint(err))
	check(body != nil, fmt.Sprintf("unexpected response %d", response.StatusCode()))
	return *body
}

func clientWith(header, value string) *registry.ClientWithResponses {
	client, err := registry.NewClientWithResponses(must("SVC_BASE_URL"), registry.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		if header != "" {
			request.Header.Set(header, value)
		}
		return nil
	}))
	check(err == nil, fmt.Sprint(err))
	return client
}

func withBearer(token string) *registry.ClientWithResponses {
	return clientWith("Authorization", "Bearer "+token)
}

func pin() string {
	response, err := http.Get(must("SVC_PIN_URL"))
	check(err == nil, fmt.Sprint(err))
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	check(err == nil, fmt.Sprint(err))
	return string(text)
}

func main() {
	ctx := context.Background()
	keyed, anonymous := clientWith("X-API-Key", must("SVC_API_KEY")), clientWith("", "")
	org, mainWorkspace, svcID := must("SVC_ORGANIZATION_ID"), must("SVC_WORKSPACE_ID"), must("SVC_AGENT_ID")
	var session *registry.ClientWithResponses
	var workspace, installToken string
	var installed, recovered registry.InstallationCredentials

	step("signs in with a PIN received by e-mail", func() {
		email := registry.PinRequest{Email: types.Email(must("SVC_ADMIN_EMAIL"))}
		asked, err := anonymous.RequestAdminPinWithResponse(ctx, email)
		challenge := want(asked.JSON200, asked, err)
		verified, err := anonymous.VerifyAdminPinWithResponse(ctx, registry.PinVerificationRequest{Email: email.Email, ChallengeId: challenge.ChallengeId.String(), Pin: pin()})
		session = withBearer(want(verified.JSON200, verified, err).SessionToken)
		shown, err := session.GetAdminSessionWithResponse(ctx)
		check(want(shown.JSON200, shown, err).Memberships[0].Role == registry.RoleAdmin, "not an admin")
	})

	step("creates, reads, renames and lists a workspace", func() {
		made, err := keyed.CreateWorkspaceWithResponse(ctx, org, registry.CreateWorkspaceRequest{Name: "SDK", Description: ptr("made by a program")})
		workspace = want(made.JSON201, made, err).WorkspaceId
		read, err := keyed.GetWorkspaceWithResponse(ctx, org, workspace)
		check(want(read.JSON200, read, err).Description == "made by a program", "description lost")
		renamed, err := keyed.UpdateWorkspaceWithResponse(ctx, org, workspace, registry.UpdateWorkspaceRequest{Name: "SDK proof"})
		check(want(renamed.JSON200, renamed, err).Name == "SDK proof", "not renamed")
		page, err := keyed.ListWorkspacesWithResponse(ctx, org, &registry.ListWorkspacesParams{Limit: ptr(int32(200))})
		listed := false
		for _, item := range want(page.JSON200, page, err).Items {
			listed = listed || item.WorkspaceId == workspace
		}
		check(listed, "not listed")
		members, err := keyed.ListWorkspaceMembersWithResponse(ctx, org, workspace, nil)
		check(want(members.JSON200, members, err).Total > 0, "no members")
	})

	agent := registry.RegisterAgentRequest{SvcId: svcID, Name: must("SVC_AGENT_NAME"), Version: "1.0.0", PublicKey: must("SVC_AGENT_PUBLIC_KEY"), ManifestHash: must("SVC_AGENT_MANIFEST_HASH")}
	step("registers an agent and verifies it", func() {
		made, err := keyed.RegisterAgentWithResponse(ctx, agent)
		check(want(made.JSON201, made, err).Did == "did:svc:"+svcID, "wrong did")
		verified, err := keyed.VerifyAgentWithResponse(ctx, svcID)
		check(want(verified.JSON200, verified, err).Valid, "not valid")
	})

	step("a second registration gets 409", func() {
		again, err := keyed.RegisterAgentWithResponse(ctx, agent)
		check(want(again.JSON409, again, err).Code == "AGENT_EXISTS", "wrong code")
	})

	step("creates an install token", func() {
		made, err := keyed.CreateInstallTokenWithResponse(ctx, workspace, registry.CreateInstallTokenRequest{AgentId: svcID, ExpiryMinutes: ptr(int32(5))})
		token := want(made.JSON201, made, err)
		check(strings.HasPrefix(token.Token, "skt_") && token.ExpiresAt.After(time.Now()), "no token")
		installToken = token.Token
	})

	step("bootstraps with the install token", func() {
		made, err := anonymous.BootstrapInstallationWithResponse(ctx, registry.BootstrapRequest{InstallToken: installToken, Capabilities: &[]string{"prove"}, HeartbeatIntervalSeconds: ptr(int32(60))})
		installed = want(made.JSON201, made, err)
		check(installed.RefreshToken != nil, "no refresh token")
	})

	step("a replay returns the same installation and no refresh token", func() {
		again, err := anonymous.BootstrapInstallationWithResponse(ctx, registry.BootstrapRequest{InstallToken: installToken})
		replayed := want(again.JSON200, again, err)
		check(replayed.InstallationId == installed.InstallationId && replayed.RefreshToken == nil, "not a replay")
	})

	id := installed.InstallationId.String()
	lease := func(token, status string) *registry.RenewLeaseResponse {
		renewed, err := withBearer(token).RenewLeaseWithResponse(ctx, id, registry.RenewLeaseRequest{Status: &status, HealthPayload: &registry.HealthPayload{"queue": 3}})
		check(err == nil, fmt.Sprint(err))
		return renewed
	}
	step("sends a heartbeat and gets a null command", func() {
		renewed := lease(installed.RuntimeToken, "running")
		first := want(renewed.JSON200, renewed, nil)
		check(first.Command == nil && first.NextHeartbeatAt.Before(first.LeaseExpiresAt), "unexpected command")
		check(strings.Contains(string(renewed.Body), `"command":null`), "command is missing")
	})

	step("refreshes the runtime token", func() {
		refreshed, err := anonymous.RefreshRuntimeTokenWithResponse(ctx, id, registry.RefreshRuntimeTokenRequest{RefreshToken: *installed.RefreshToken})
		check(want(refreshed.JSON200, refreshed, err).TokenVersion > 1, "version did not increase")
	})

	step("records where the installation runs; a body that is too deep gets 422", func() {
		beacon := func(metadata registry.BeaconMetadataInput) *registry.RegisterBeaconResponse {
			recorded, err := keyed.RegisterBeaconWithResponse(ctx, id, registry.RegisterBeaconRequest{Platform: ptr("docker"), Metadata: &metadata})
			check(err == nil, fmt.Sprint(err))
			return recorded
		}
		recorded := beacon(registry.BeaconMetadataInput{"region": "eu-1", "cores": 2})
		metadata := *want(recorded.JSON200, recorded, nil).Metadata
		check(metadata["region"] == "eu-1" && metadata["cores"] == float64(2), "metadata lost")
		refused := beacon(nested(12))
		problem := want(refused.JSON422, refused, nil)
		check(problem.Code == "INVALID_BODY" && len(*problem.Issues) > 0, "no issues")
	})

	step("recovers the installation; the old token gets 401", func() {
		again, err := keyed.RecoverInstallationWithResponse(ctx, registry.RecoverInstallationRequest{AgentId: svcID, WorkspaceId: workspace})
		recovered = want(again.JSON200, again, err)
		check(recovered.InstallationId == installed.InstallationId && recovered.RefreshToken != nil, "not recovered")
		refused := lease(installed.RuntimeToken, "running")
		check(want(refused.JSON401, refused, nil).Code == "INVALID_RUNTIME_TOKEN", "wrong code")
	})

	step("reads the policy and the trust profile, and verifies signatures", func() {
		policy, err := keyed.GetWorkspacePolicyWithResponse(ctx, workspace)
		check(want(policy.JSON200, policy, err).Content.A2a.AllowedSkills[0] == "*", "not the default policy")
		verify := func(signature string) bool {
			verdict, err := keyed.VerifyTrustWithResponse(ctx, registry.VerifyTrustRequest{SvcId: svcID, Signature: signature, Context: registry.TrustContext{WorkspaceId: &mainWorkspace}})
			return want(verdict.JSON200, verdict, err).Valid
		}
		check(verify(must("SVC_SIGNATURE")), "signature does not verify")
		check(!verify("AAAA"), "a bad signature verifies")
		profile, err := keyed.GetTrustProfileWithResponse(ctx, "did:svc:"+svcID)
		check(want(profile.JSON200, profile, err).Reputation.Score >= 0, "no score")
		signed, err := keyed.CreateTrustHeadersWithResponse(ctx, registry.CreateTrustHeadersRequest{SvcId: svcID})
		check(want(signed.JSON200, signed, err).Headers.XSvcAgentID == svcID, "wrong agent")
		keys, err := anonymous.GetPlatformKeysWithResponse(ctx)
		check(len(want(keys.JSON200, keys, err).Keys) > 0, "no keys")
	})

	step("routes a task and finds it in the history", func() {
		var message registry.RouteTaskRequest_Message
		err := message.FromTaskMessage(registry.TaskMessage{Role: ptr("user"), Parts: []registry.TaskMessagePart{{Type: "text", Text: ptr("One. Two. Three.")}}})
		check(err == nil, fmt.Sprint(err))
		routed, err := keyed.RouteTaskWithResponse(ctx, registry.RouteTaskRequest{Skill: must("SVC_SKILL"), Message: &message, Context: registry.TaskContext{WorkspaceId: mainWorkspace}})
		task := want(routed.JSON200, routed, err)
		check(task.Status == registry.TaskStatusCompleted && task.Result != nil, fmt.Sprintf("the task was not completed with a result; its status is %s", task.Status))
		history, err := withBearer(must("SVC_API_KEY")).ListTasksWithResponse(ctx, &registry.ListTasksParams{XWorkspaceID: mainWorkspace, Status: ptr(registry.TaskStatusCompleted)})
		check(want(history.JSON200, history, err).Items[0].TaskId == task.TaskId, "not in the history")
	})

	step("scans an image by its encoded reference", func() {
		ref := must("SVC_IMAGE_REF")
		scanned, err := keyed.ScanImageWithResponse(ctx, ref, nil)
		check(want(scanned.JSON202, scanned, err).Ref == ref, "wrong reference")
		reported, err := keyed.GetScanReportWithResponse(ctx, ref, nil)
		report := want(reported.JSON200, reported, err)
		check(report.Database == nil && report.Scanner.Name != "", "unexpected database")
		images, err := keyed.ListImagesWithResponse(ctx, nil)
		check(want(images.JSON200, images, err).Items[0].Ref == ref, "not listed")
		sbom, err := keyed.GetImageSbomWithResponse(ctx, ref, nil)
		check(want(sbom.JSON404, sbom, err).Code == "IMAGE_NOT_SCANNED", "wrong code")
	})

	step("exports with the members class, group and index", func() {
		limit, tags, key := ptr(int32(3)), &[]string{"sdk:go"}, ptr("key")
		intake := func(name string) *string { return ptr(must("SVC_INTAKE_URL") + "/" + name) }
		logs, err := keyed.ExportAuditLogsWithResponse(ctx, registry.ExportLogsRequest{Limit: limit, Tags: tags, IntakeUrl: intake("logs"), ApiKey: key, Service: ptr("sdk"), Source: ptr("sdk")})
		sent := []registry.AuditExport{want(logs.JSON202, logs, err)}
		collector, err := keyed.ExportAuditCollectorWithResponse(ctx, registry.ExportCollectorRequest{Limit: limit, Tags: tags, IntakeUrl: intake("collector"), HecToken: key, Index: ptr("main")})
		sent = append(sent, want(collector.JSON202, collector, err))
		alerts, err := keyed.ExportAuditAlertsWithResponse(ctx, registry.ExportAlertsRequest{Limit: limit, Tags: tags, IntakeUrl: intake("alerts"), RoutingKey: key, Class: ptr("registry"), Group: ptr("audit"), Severity: ptr("info")})
		sent = append(sent, want(alerts.JSON202, alerts, err))
		destinations := []registry.ExportDestination{registry.ExportDestinationLogs, registry.ExportDestinationCollector, registry.ExportDestinationAlerts}
		for index, export := range sent {
			check(export.Destination == destinations[index], "wrong destination")
			followed, err := keyed.GetAuditExportWithResponse(ctx, export.ExportId.String())
			check(want(followed.JSON200, followed, err).Matched == 3, "the export did not match three records")
		}
	})

	step("pages through the audit log", func() {
		list := func(cursor *string) registry.AuditLogPage {
			page, err := keyed.ListAuditLogsWithResponse(ctx, &registry.ListAuditLogsParams{Limit: ptr(int32(2)), Cursor: cursor})
			return want(page.JSON200, page, err)
		}
		first := list(nil)
		second := list(first.NextCursor)
		check(len(first.Items) == 2 && second.Items[0].Sequence < first.Items[1].Sequence, "the second page is not older than the first")
	})

	step("requests support in four ways", func() {
		body := registry.SupportRequest{Subject: "From an SDK", Message: "Does it arrive?", Category: ptr("technical")}
		email, err := keyed.EmailSupportWithResponse(ctx, body)
		check(want(email.JSON202, email, err).TicketId != "", "no ticket")
		priority, err := keyed.RequestPrioritySupportWithResponse(ctx, body)
		check(want(priority.JSON202, priority, err).TicketId != "", "no ticket")
		chat, err := keyed.OpenSupportChatWithResponse(ctx, body)
		check(want(chat.JSON202, chat, err).TicketId != "", "no ticket")
		csm, err := keyed.ContactCustomerSuccessWithResponse(ctx, body)
		check(want(csm.JSON202, csm, err).TicketId != "", "no ticket")
	})

	step("a plan that is too low gets 402 with the required plan", func() {
		summary, err := clientWith("X-API-Key", must("SVC_FREE_API_KEY")).GetNetworkSummaryWithResponse(ctx, nil)
		problem := want(summary.JSON402, summary, err)
		check(problem.RequiredPlan == registry.PlanProfessional && strings.HasPrefix(problem.UpgradeUrl, "http"), "wrong required_plan or upgrade_url")
	})

	step("reads the contract, the network and the report, and sets the retention", func() {
		contract, err := anonymous.GetContractJsonWithResponse(ctx, nil)
		check(strings.HasPrefix(want(contract.JSON200, contract, err).Openapi, "3.0"), "wrong contract")
		summary, err := keyed.GetNetworkSummaryWithResponse(ctx, nil)
		check(want(summary.JSON200, summary, err).TotalAgents > 0, "no agents")
		agents, err := keyed.ListNetworkAgentsWithResponse(ctx, &registry.ListNetworkAgentsParams{VerifiedOnly: ptr(true), Limit: ptr(int32(5))})
		check(want(agents.JSON200, agents, err).Limit == 5, "wrong limit")
		found, err := keyed.SearchAgentsWithResponse(ctx, &registry.SearchAgentsParams{VerifiedOnly: ptr(true), Limit: ptr(int32(5))})
		search := want(found.JSON200, found, err)
		check(len(search.Items) > 0 && search.Counts != nil && search.Counts.Total > 0, "no agents found")
		retention, err := keyed.SetRetentionWithResponse(ctx, org, registry.SetRetentionRequest{AuditLogRetentionDays: 730})
		check(want(retention.JSON200, retention, err).AuditLogRetentionDays == 730, "wrong retention")
		reported, err := keyed.GetComplianceReportWithResponse(ctx, svcID, workspace, &registry.GetComplianceReportParams{Frameworks: ptr("gdpr,soc2")})
		report := want(reported.JSON200, reported, err)
		check(len(report.Frameworks) == 2 && report.Frameworks[0].Id == "gdpr" && report.Window.From.Before(report.Window.To), "wrong frameworks")
	})

	step("revokes the installation, receives the command, and cleans up", func() {
		revoked, err := keyed.RevokeInstallationWithResponse(ctx, id, registry.RevokeInstallationRequest{Reason: ptr("the SDK test has finished")})
		want(revoked.JSON200, revoked, err)
		renewed := lease(recovered.RuntimeToken, "running")
		check(want(renewed.JSON200, renewed, nil).Command.Type == "terminate", "no command")
		stopped := lease(recovered.RuntimeToken, "stopped")
		want(stopped.JSON200, stopped, nil)
		refreshed, err := anonymous.RefreshRuntimeTokenWithResponse(ctx, id, registry.RefreshRuntimeTokenRequest{RefreshToken: *recovered.RefreshToken})
		check(want(refreshed.JSON401, refreshed, err).Code == "INVALID_REFRESH_TOKEN", "wrong code")
		deleted, err := keyed.DeleteWorkspaceWithResponse(ctx, org, workspace, &registry.DeleteWorkspaceParams{Force: ptr(true)})
		check(err == nil && deleted.StatusCode() == http.StatusNoContent, "not deleted")
		ended, err := session.EndAdminSessionWithResponse(ctx)
		check(err == nil && ended.StatusCode() == http.StatusNoContent, "still signed in")
		shown, err := session.GetAdminSessionWithResponse(ctx)
		check(want(shown.JSON401, shown, err).Code == "INVALID_SESSION", "wrong code")
	})
}
