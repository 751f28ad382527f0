//! Runs the steps of sdk/steps.ts with the client that progenitor generates.

mod steps;

use std::num::NonZeroU32;
use steps::{ApiResult, Outcome, Steps, check, client_with, env, nested, refused, typed, want, with_bearer};
use svc_registry::{Client, types};

/// Values that later steps need.
struct Setup {
    keyed: Client,
    anonymous: Client,
    org: types::OrganizationId,
    main_workspace: types::WorkspaceId,
    svc_id: types::SvcId,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Outcome<()> {
    let setup = Setup {
        keyed: client_with("x-api-key", &env("SVC_API_KEY"))?,
        anonymous: client_with("", "")?,
        org: typed(env("SVC_ORGANIZATION_ID"))?,
        main_workspace: typed(env("SVC_WORKSPACE_ID"))?,
        svc_id: typed(env("SVC_AGENT_ID"))?,
    };
    let mut steps = Steps::default();

    let session = sign_in(&setup).await?;
    steps.done("signs in with a PIN received by e-mail");
    let workspace = workspaces(&setup).await?;
    steps.done("creates, reads, renames and lists a workspace");
    let verified = register(&setup).await.map(|response| want(201, response))??;
    check(verified.did.to_string() == format!("did:svc:{}", *setup.svc_id), "wrong did")?;
    check(want(200, setup.keyed.verify_agent(&setup.svc_id).await)?.valid, "not valid")?;
    steps.done("registers an agent and verifies it");
    let again = refused(409, register(&setup).await?)?;
    check(*again.code == "AGENT_EXISTS", "wrong code")?;
    steps.done("a second registration gets 409");

    let request = types::CreateInstallTokenRequest { agent_id: setup.svc_id.clone(), expiry_minutes: NonZeroU32::new(5) };
    let token = want(201, setup.keyed.create_install_token(&workspace, &request).await)?.token.to_string();
    check(token.starts_with("skt_"), "no token")?;
    steps.done("creates an install token");
    let installed = want(201, bootstrap(&setup, &token).await?)?;
    let refresh_token = installed.refresh_token.clone().ok_or("no refresh token")?;
    steps.done("bootstraps with the install token");
    let replayed = want(200, bootstrap(&setup, &token).await?)?;
    check(*replayed.installation_id == *installed.installation_id && replayed.refresh_token.is_none(), "not a replay")?;
    steps.done("a replay returns the same installation and no refresh token");

    let id: types::AnyId = typed(installed.installation_id.to_string())?;
    let renewed = want(200, lease(&id, &installed.runtime_token, "running").await?)?;
    check(renewed.command.0.is_none() && renewed.next_heartbeat_at < renewed.lease_expires_at, "unexpected command")?;
    steps.done("sends a heartbeat and gets a null command");
    let refreshed = want(200, refresh(&setup, &id, &refresh_token.to_string()).await?)?;
    check(refreshed.token_version.get() > 1, "version did not increase")?;
    steps.done("refreshes the runtime token");
    beacons(&setup, &id).await?;
    steps.done("records where the installation runs; a body that is too deep gets 422");

    let request = types::RecoverInstallationRequest {
        agent_id: setup.svc_id.clone(), workspace_id: workspace.clone(), upstream_url: None, capabilities: None, heartbeat_interval_seconds: None,
    };
    let recovered = want(200, setup.keyed.recover_installation(&request).await)?;
    check(*recovered.installation_id == *installed.installation_id, "not recovered")?;
    let rejected = refused(401, lease(&id, &installed.runtime_token, "running").await?)?;
    check(*rejected.code == "INVALID_RUNTIME_TOKEN", "wrong code")?;
    steps.done("recovers the installation; the old token gets 401");

    trust(&setup, &workspace).await?;
    steps.done("reads the policy and the trust profile, and verifies signatures");
    tasks(&setup).await?;
    steps.done("routes a task and finds it in the history");
    images(&setup).await?;
    steps.done("scans an image by its encoded reference");
    exports(&setup).await?;
    steps.done("exports with the members class, group and index");
    let first = want(200, setup.keyed.list_audit_logs(None, None, NonZeroU32::new(2), None, None, None).await)?;
    let second = want(200, setup.keyed.list_audit_logs(first.next_cursor.as_ref(), None, NonZeroU32::new(2), None, None, None).await)?;
    check(first.items.len() == 2 && second.items[0].sequence < first.items[1].sequence, "the second page is not older than the first")?;
    steps.done("pages through the audit log");
    support(&setup).await?;
    steps.done("requests support in four ways");
    let problem = refused(402, client_with("x-api-key", &env("SVC_FREE_API_KEY"))?.get_network_summary(None).await)?;
    check(problem.required_plan == Some(types::Plan::Professional) && problem.upgrade_url.is_some(), "wrong required_plan or upgrade_url")?;
    steps.done("a plan that is too low gets 402 with the required plan");
    enterprise(&setup, &workspace).await?;
    steps.done("reads the contract, the network and the report, and sets the retention");
    revoke(&setup, &session, &workspace, &id, &recovered).await?;
    steps.done("revokes the installation, receives the command, and cleans up");
    Ok(())
}

async fn sign_in(setup: &Setup) -> Outcome<Client> {
    let email = env("SVC_ADMIN_EMAIL");
    let challenge = want(200, setup.anonymous.request_admin_pin(&types::PinRequest { email: typed(&email)? }).await)?;
    let pin = reqwest::get(env("SVC_PIN_URL")).await?.text().await?;
    let verification = types::PinVerificationRequest { email: typed(&email)?, challenge_id: typed(challenge.challenge_id.to_string())?, pin: typed(pin)? };
    let credentials = want(200, setup.anonymous.verify_admin_pin(&verification).await)?;
    let session = with_bearer(credentials.session_token.as_str())?;
    check(want(200, session.get_admin_session().await)?.memberships[0].role == types::Role::Admin, "not an admin")?;
    Ok(session)
}

async fn workspaces(setup: &Setup) -> Outcome<types::WorkspaceId> {
    let Setup { keyed, org, .. } = setup;
    let request = types::CreateWorkspaceRequest { name: typed("SDK")?, description: Some(typed("made by a program")?) };
    let id = want(201, keyed.create_workspace(org, &request).await)?.workspace_id;
    check(*want(200, keyed.get_workspace(org, &id).await)?.description == "made by a program", "description lost")?;
    let request = types::UpdateWorkspaceRequest { name: typed("SDK proof")?, description: None };
    check(*want(200, keyed.update_workspace(org, &id, &request).await)?.name == "SDK proof", "not renamed")?;
    let page = want(200, keyed.list_workspaces(org, NonZeroU32::new(200), None).await)?;
    check(page.items.iter().any(|item| item.workspace_id == id), "not listed")?;
    check(*want(200, keyed.list_workspace_members(org, &id, None, None).await)?.total > 0, "no members")?;
    Ok(id)
}

async fn register(setup: &Setup) -> Outcome<ApiResult<types::Agent>> {
    let agent = types::RegisterAgentRequest {
        svc_id: setup.svc_id.clone(), name: typed(env("SVC_AGENT_NAME"))?, version: typed("1.0.0")?,
        public_key: serde_json::from_value(env("SVC_AGENT_PUBLIC_KEY").into())?, manifest_hash: typed(env("SVC_AGENT_MANIFEST_HASH"))?,
        private: None, installable_by: None, installers: None, proof: None, description: None, publisher: None, category: None, llm_provider: None, capabilities: None,
        permissions: None, url: None, card: None, bridge: None,
    };
    Ok(setup.keyed.register_agent(&agent).await)
}

async fn bootstrap(setup: &Setup, token: &str) -> Outcome<ApiResult<types::InstallationCredentials>> {
    let request = types::BootstrapRequest { install_token: typed(token)?, capabilities: None, heartbeat_interval_seconds: None, upstream_url: None };
    Ok(setup.anonymous.bootstrap_installation(&request).await)
}

async fn lease(id: &types::AnyId, token: &types::RuntimeTokenValue, status: &str) -> Outcome<ApiResult<types::Lease>> {
    let request = types::RenewLeaseRequest { status: Some(typed(status)?), health_payload: Some(types::HealthPayload(nested(2))), ..Default::default() };
    Ok(with_bearer(token.as_str())?.renew_lease(id, &request).await)
}

async fn refresh(setup: &Setup, id: &types::AnyId, token: &str) -> Outcome<ApiResult<types::RefreshedToken>> {
    Ok(setup.anonymous.refresh_runtime_token(id, &types::RefreshRuntimeTokenRequest { refresh_token: typed(token)? }).await)
}

async fn beacons(setup: &Setup, id: &types::AnyId) -> Outcome<()> {
    let request = |metadata| types::RegisterBeaconRequest { platform: typed("docker").ok(), metadata: Some(types::BeaconMetadataInput(metadata)) };
    let sent = nested(2);
    let recorded = want(200, setup.keyed.register_beacon(id, &request(sent.clone())).await)?;
    check(recorded.metadata.is_some_and(|metadata| *metadata == sent), "metadata lost")?;
    let problem = refused(422, setup.keyed.register_beacon(id, &request(nested(12))).await)?;
    check(*problem.code == "INVALID_BODY" && !problem.issues.is_empty(), "no issues")
}

async fn trust(setup: &Setup, workspace: &types::WorkspaceId) -> Outcome<()> {
    let Setup { keyed, anonymous, svc_id, .. } = setup;
    let policy = want(200, keyed.get_workspace_policy(workspace).await)?;
    check(policy.content.a2a.allowed_skills.first().is_some_and(|skill| **skill == "*"), "not the default policy")?;
    for (signature, valid) in [(env("SVC_SIGNATURE"), true), ("AAAA".into(), false)] {
        let context = types::TrustContext { workspace_id: Some(typed(setup.main_workspace.as_str())?), ..Default::default() };
        let request = types::VerifyTrustRequest { svc_id: svc_id.clone(), signature: typed(signature)?, context };
        check(want(200, keyed.verify_trust(&request).await)?.valid == valid, "wrong verdict")?;
    }
    let profile = want(200, keyed.get_trust_profile(&typed(format!("did:svc:{}", **svc_id))?).await)?;
    check(*profile.reputation.score >= 0, "no score")?;
    let request = types::CreateTrustHeadersRequest { svc_id: svc_id.clone(), request_body_hash: None };
    check(want(200, keyed.create_trust_headers(&request).await)?.headers.x_svc_agent_id == *svc_id, "wrong agent")?;
    check(!want(200, anonymous.get_platform_keys().await)?.keys.is_empty(), "no keys")
}

async fn tasks(setup: &Setup) -> Outcome<()> {
    let part = types::TaskMessagePart { type_: typed("text")?, text: Some(typed("One. Two. Three.")?) };
    let request = types::RouteTaskRequest {
        skill: typed(env("SVC_SKILL"))?, message: Some(types::TaskMessage { role: Some(typed("user")?), parts: vec![part] }.into()),
        context: types::TaskContext { workspace_id: setup.main_workspace.clone(), requester_id: None },
        input: None, target: None, timeout_ms: NonZeroU32::new(30_000),
    };
    let task = want(200, setup.keyed.route_task(&request).await)?;
    check(task.status == types::TaskStatus::Completed && task.result.is_some(), task.status)?;
    let bearer = with_bearer(env("SVC_API_KEY"))?;
    let history = want(200, bearer.list_tasks(None, None, None, None, None, Some(types::TaskStatus::Completed), &setup.main_workspace).await)?;
    check(history.items[0].task_id == task.task_id, "not in the history")
}

async fn images(setup: &Setup) -> Outcome<()> {
    let image: types::ImageReference = typed(env("SVC_IMAGE_REF"))?;
    check(want(202, setup.keyed.scan_image(&image, None).await)?.ref_ == image, "wrong reference")?;
    let report = want(200, setup.keyed.get_scan_report(&image, None, None).await)?;
    check(report.database.0.is_none() && !report.scanner.name.is_empty(), "unexpected database")?;
    check(want(200, setup.keyed.list_images(None, None, None, None).await)?.items[0].ref_ == image, "not listed")?;
    check(*refused(404, setup.keyed.get_image_sbom(&image, None, None).await)?.code == "IMAGE_NOT_SCANNED", "wrong code")
}

async fn exports(setup: &Setup) -> Outcome<()> {
    let intake = |name: &str| typed(format!("{}/{name}", env("SVC_INTAKE_URL")));
    let tags: types::ExportTags = vec![typed("sdk:rust")?].into();
    let limit: types::ExportLimit = NonZeroU32::new(3).ok_or("zero")?.into();
    let logs = types::ExportLogsRequest {
        limit: Some(limit.clone()), tags: Some(tags.clone()), intake_url: Some(intake("logs")?), api_key: Some(typed("key")?), service: Some(typed("sdk")?), ..Default::default()
    };
    let collector = types::ExportCollectorRequest {
        limit: Some(limit.clone()), tags: Some(tags.clone()), intake_url: Some(intake("collector")?), hec_token: Some(typed("key")?), index: Some(typed("main")?), ..Default::default()
    };
    let alerts = types::ExportAlertsRequest {
        limit: Some(limit), tags: Some(tags), intake_url: Some(intake("alerts")?), routing_key: Some(typed("key")?),
        class: Some(typed("registry")?), group: Some(typed("audit")?), severity: Some(typed("info")?), ..Default::default()
    };
    let sent = [
        want(202, setup.keyed.export_audit_logs(&logs).await)?,
        want(202, setup.keyed.export_audit_collector(&collector).await)?,
        want(202, setup.keyed.export_audit_alerts(&alerts).await)?,
    ];
    for export in sent {
        check(want(200, setup.keyed.get_audit_export(&typed(export.export_id.to_string())?).await)?.matched == 3, "the export did not match three records")?;
    }
    Ok(())
}

async fn support(setup: &Setup) -> Outcome<()> {
    let request = types::SupportRequest {
        subject: typed("From an SDK")?, message: typed("Does it arrive?")?, category: Some(typed("technical")?),
        organization_id: None, workspace_id: None, contact_email: None,
    };
    for response in [
        setup.keyed.email_support(&request).await,
        setup.keyed.request_priority_support(&request).await,
        setup.keyed.open_support_chat(&request).await,
        setup.keyed.contact_customer_success(&request).await,
    ] {
        want(202, response)?;
    }
    Ok(())
}

async fn enterprise(setup: &Setup, workspace: &types::WorkspaceId) -> Outcome<()> {
    let Setup { keyed, anonymous, org, svc_id, .. } = setup;
    check(want(200, anonymous.get_contract_json(None, None, None, None).await)?.openapi.starts_with("3.0"), "wrong contract")?;
    check(want(200, keyed.get_network_summary(None).await)?.total_agents > 0, "no agents")?;
    let agents = want(200, keyed.list_network_agents(None, None, NonZeroU32::new(5), None, Some(true)).await)?;
    check(agents.limit.get() == 5, "wrong limit")?;
    let found = want(200, keyed
        .search_agents(
            None, None, None, None, None, NonZeroU32::new(5), None, None, None, None, None, None, None, None, None, Some(true),
        )
        .await)?;
    check(!found.items.is_empty() && found.counts.is_some(), "no agents found")?;
    let request = types::SetRetentionRequest { audit_log_retention_days: 730 };
    check(want(200, keyed.set_retention(org, &request).await)?.audit_log_retention_days == 730, "wrong retention")?;
    let frameworks = typed("gdpr,soc2")?;
    let report = want(200, keyed.get_compliance_report(svc_id, workspace, None, Some(&frameworks)).await)?;
    let named: Vec<&str> = report.frameworks.iter().map(|framework| framework.id.as_str()).collect();
    check(named == ["gdpr", "soc2"] && report.window.from < report.window.to, "wrong frameworks")
}

async fn revoke(setup: &Setup, session: &Client, workspace: &types::WorkspaceId, id: &types::AnyId, recovered: &types::InstallationCredentials) -> Outcome<()> {
    let request = types::RevokeInstallationRequest { reason: Some(typed("the SDK test has finished")?), ..Default::default() };
    want(200, setup.keyed.revoke_installation(id, &request).await)?;
    let command = want(200, lease(id, &recovered.runtime_token, "running").await?)?.command.0;
    check(command.is_some_and(|command| *command.type_ == "terminate"), "no command")?;
    want(200, lease(id, &recovered.runtime_token, "stopped").await?)?;
    let refresh_token = recovered.refresh_token.as_ref().ok_or("no refresh token")?.to_string();
    check(*refused(401, refresh(setup, id, &refresh_token).await?)?.code == "INVALID_REFRESH_TOKEN", "wrong code")?;
    want(204, setup.keyed.delete_workspace(&setup.org, workspace, Some(true)).await)?;
    want(204, session.end_admin_session().await)?;
    check(*refused(401, session.get_admin_session().await)?.code == "INVALID_SESSION", "wrong code")
}
