import type { EvidenceKind } from './evidence.ts'

/** The evidence that a control needs; `retention` may require a number of days. */
export type EvidenceNeed = EvidenceKind | { readonly kind: 'retention'; readonly days: number }

/** One control of a framework, with a title in the registry's own wording. */
export interface Control {
  readonly id: string
  readonly title: string
  readonly evidence: readonly EvidenceNeed[]
}

/** A catalogue of the controls for which the platform's records can be evidence. */
export interface Framework {
  readonly id: string
  readonly title: string
  readonly edition: string
  /** The date from which most of its obligations apply, if it is a law with such a date. */
  readonly applicable_from?: string
  readonly controls: readonly Control[]
}

const control = (id: string, title: string, ...evidence: readonly EvidenceNeed[]): Control => ({
  id,
  title,
  evidence,
})

export const soc2: Framework = {
  id: 'soc2',
  title: 'SOC 2 trust services criteria',
  edition: '2017, revised 2022',
  controls: [
    control('CC2.2', 'Internal communication of events that require action', 'alerts'),
    control('CC2.3', 'External communication of relevant events', 'alerts'),
    control('CC3.2', 'Risk identification based on an inventory', 'inventory'),
    control('CC4.1', 'Ongoing evaluation of controls', 'audit_chain'),
    control('CC5.3', 'Policies are documented and enforced', 'policy'),
    control(
      'CC6.1',
      'Only identified parties can access protected resources',
      'inventory',
      'identity',
      'credentials',
    ),
    control(
      'CC6.2',
      'Parties are registered before they receive credentials',
      'identity',
      'access',
    ),
    control('CC6.3', 'Access is based on roles and is removed with them', 'access', 'revocation'),
    control('CC6.5', 'Retired assets lose their access', 'revocation'),
    control('CC6.8', 'Installation of unapproved software is prevented', 'identity'),
    control('CC7.1', 'Vulnerabilities and changes are detected', 'health', 'images'),
    control('CC7.2', 'Operation is monitored for anomalies', 'health', 'audit_chain'),
    control('CC7.3', 'Events are retained and evaluated', 'audit_chain', 'retention', 'alerts'),
    control('CC7.4', 'Response to incidents', 'revocation', 'alerts'),
    control('CC8.1', 'Changes are authorized and recorded', 'policy'),
    control('CC9.2', 'Vendors are assessed and monitored', 'third_party'),
    control('A1.2', 'Availability is monitored', 'health'),
    control('C1.1', 'Confidential records are retained as specified', 'retention'),
    control('C1.2', 'Confidential records are disposed of after their retention', 'retention'),
  ],
}

export const iso27001: Framework = {
  id: 'iso27001',
  title: 'ISO/IEC 27001, Annex A',
  edition: '2022',
  controls: [
    control('A.5.1', 'Policies for information security', 'policy'),
    control('A.5.9', 'Inventory of assets', 'inventory'),
    control('A.5.15', 'Access control', 'access'),
    control('A.5.16', 'Identity management', 'identity'),
    control('A.5.17', 'Handling of authentication secrets', 'identity', 'credentials'),
    control('A.5.18', 'Granting and revoking access', 'access', 'revocation'),
    control('A.5.19', 'Security in supplier relationships', 'third_party'),
    control('A.5.20', 'Security in supplier agreements', 'third_party'),
    control('A.5.21', 'Security in the supply chain', 'third_party', 'images'),
    control('A.5.22', 'Monitoring of suppliers', 'third_party'),
    control('A.5.24', 'Incident preparation', 'alerts'),
    control('A.5.25', 'Assessment of events', 'alerts'),
    control('A.5.26', 'Incident response', 'alerts', 'revocation'),
    control('A.5.28', 'Collection of evidence', 'audit_chain'),
    control('A.5.33', 'Protection of records', 'retention'),
    control('A.8.2', 'Privileged access', 'access'),
    control('A.8.3', 'Restriction of access to information', 'access'),
    control('A.8.5', 'Secure authentication', 'identity'),
    control('A.8.6', 'Capacity', 'health'),
    control('A.8.8', 'Technical vulnerabilities', 'images'),
    control('A.8.9', 'Configuration', 'inventory'),
    control('A.8.15', 'Logging', 'audit_chain'),
    control('A.8.16', 'Monitoring', 'health', 'alerts'),
    control('A.8.17', 'Synchronized clocks', 'audit_chain'),
    control('A.8.24', 'Use of cryptography', 'credentials'),
    control('A.8.32', 'Change management', 'policy'),
  ],
}

export const iso42001: Framework = {
  id: 'iso42001',
  title: 'ISO/IEC 42001, Annex A',
  edition: '2023',
  controls: [
    control('A.2.2', 'A policy for AI', 'policy'),
    control('A.2.3', 'Alignment with other policies', 'policy'),
    control('A.2.4', 'Review of the AI policy', 'policy'),
    control('A.3.2', 'Roles and responsibilities', 'access'),
    control('A.3.3', 'Reporting of concerns', 'alerts'),
    control('A.4.2', 'Record of resources', 'inventory'),
    control('A.4.4', 'Record of tools', 'inventory'),
    control('A.4.5', 'Record of systems and computing resources', 'credentials'),
    control('A.6.2.4', 'Verification and validation', 'identity'),
    control('A.6.2.5', 'Deployment', 'identity'),
    control('A.6.2.6', 'Operation and monitoring', 'revocation', 'health'),
    control('A.6.2.7', 'Technical documentation', 'inventory'),
    control('A.6.2.8', 'Event logs', 'audit_chain', 'retention'),
    control('A.8.3', 'External reporting', 'alerts'),
    control('A.8.4', 'Communication of incidents', 'alerts'),
    control('A.9.2', 'Rules for responsible use', 'policy'),
    control('A.10.2', 'Shared responsibilities', 'third_party'),
    control('A.10.3', 'Suppliers', 'third_party', 'images'),
    control('A.10.4', 'Customers', 'third_party'),
  ],
}

/** 45 CFR 164.316(b)(2)(i): six years, of which one or two are leap years. */
const SIX_YEARS = 2192

export const hipaa: Framework = {
  id: 'hipaa',
  title: 'HIPAA security rule',
  edition: '45 CFR 164, subpart C',
  controls: [
    control('164.308(a)(1)(ii)(A)', 'Risk analysis', 'inventory', 'images'),
    control('164.308(a)(1)(ii)(D)', 'Activity review', 'health'),
    control('164.308(a)(3)(ii)(C)', 'Termination of access', 'revocation'),
    control('164.308(a)(4)', 'Access management', 'access'),
    control('164.308(a)(6)(ii)', 'Response to incidents and reporting', 'alerts'),
    control('164.308(b)', 'Business associates', 'third_party'),
    control('164.310(d)(2)(iii)', 'Accountability for hardware and media', 'inventory'),
    control('164.312(a)(1)', 'Access control', 'access'),
    control('164.312(a)(2)(iv)', 'Encryption at rest', 'credentials'),
    control('164.312(b)', 'Audit controls', 'audit_chain'),
    control('164.312(d)', 'Authentication of people and entities', 'identity'),
    control('164.312(e)', 'Transmission security', 'credentials'),
    control('164.316(a)', 'Policies and procedures', 'policy'),
    control('164.316(b)(2)(i)', 'Documentation is kept for six years', {
      kind: 'retention',
      days: SIX_YEARS,
    }),
  ],
}

export const gdpr: Framework = {
  id: 'gdpr',
  title: 'GDPR',
  edition: 'Regulation (EU) 2016/679',
  applicable_from: '2018-05-25',
  controls: [
    control('Art. 5(1)(e)', 'Records are not kept longer than needed', 'retention'),
    control('Art. 5(2)', 'Accountability', 'audit_chain'),
    control('Art. 24(2)', 'Policies for data protection', 'policy'),
    control('Art. 25', 'Data protection by design', 'access'),
    control('Art. 28', 'Processors', 'third_party'),
    control('Art. 30', 'Records of processing', 'inventory'),
    control('Art. 32', 'Security of processing', 'access', 'revocation'),
    control('Art. 32(1)(a)', 'Encryption', 'credentials'),
    control('Art. 32(1)(b)', 'Integrity, availability and resilience', 'identity', 'health'),
    control('Art. 32(1)(d)', 'Regular testing', 'images'),
    control('Art. 33', 'Breach notification', 'alerts'),
  ],
}

/** Articles 19(1) and 26(6): at least six months, which have at most 184 days. */
const SIX_MONTHS = 184

export const euAiAct: Framework = {
  id: 'eu_ai_act',
  title: 'EU AI Act, high-risk systems',
  edition: 'Regulation (EU) 2024/1689',
  // The date for Annex III systems after the amendment of 2026, as reported in the press. It has not been checked against the law (see
  // docs/compliance.md).
  applicable_from: '2027-12-02',
  controls: [
    control('Art. 9', 'Risk management', 'policy'),
    control('Art. 11', 'Technical documentation', 'inventory'),
    control('Art. 12', 'Record-keeping', 'audit_chain'),
    control('Art. 14', 'Human oversight', 'access'),
    control('Art. 14(4)(e)', 'A person can stop the system', 'revocation'),
    control('Art. 15', 'Robustness and cybersecurity', 'identity', 'images'),
    control('Art. 15(5)', 'Resilience against attacks', 'credentials'),
    control('Art. 17', 'Quality management', 'policy'),
    control('Art. 19', 'Logs are complete', 'audit_chain'),
    control('Art. 19(1)', 'Providers keep logs for six months', {
      kind: 'retention',
      days: SIX_MONTHS,
    }),
    control('Art. 20', 'Corrective actions', 'revocation'),
    control('Art. 25', 'Responsibilities along the value chain', 'third_party'),
    control('Art. 26(2)', 'Deployers assign oversight', 'access'),
    control('Art. 26(5)', 'Deployers monitor operation', 'health'),
    control('Art. 26(6)', 'Deployers keep logs for six months', {
      kind: 'retention',
      days: SIX_MONTHS,
    }),
    control('Art. 49', 'Registration', 'inventory'),
    control('Art. 72', 'Post-market monitoring', 'health'),
    control('Art. 73', 'Reporting of serious incidents', 'alerts'),
  ],
}

export const nistAiRmf: Framework = {
  id: 'nist_ai_rmf',
  title: 'NIST AI risk management framework',
  edition: '1.0',
  controls: [
    control('GOVERN 1.4', 'Risk management follows transparent policies', 'policy'),
    control('GOVERN 1.5', 'Review is planned, with records to review', 'retention'),
    control('GOVERN 1.6', 'AI systems are inventoried', 'inventory'),
    control('GOVERN 1.7', 'AI systems are decommissioned safely', 'revocation'),
    control('GOVERN 2.1', 'Roles and responsibilities are clear', 'access'),
    control('GOVERN 3.2', 'Roles for human oversight are defined', 'access'),
    control('GOVERN 4.3', 'Incidents are found and shared', 'alerts'),
    control('GOVERN 6.1', 'Risks of third parties are addressed', 'images', 'third_party'),
    control('GOVERN 6.2', 'Failures of third parties are planned for', 'third_party'),
    control('MAP 4.1', 'Risks of components are mapped', 'inventory'),
    control('MEASURE 2.4', 'Systems are monitored in production', 'health'),
    control(
      'MEASURE 2.7',
      'Security and resilience are evaluated',
      'identity',
      'credentials',
      'images',
    ),
    control('MEASURE 2.8', 'Transparency and accountability are examined', 'audit_chain'),
    control('MEASURE 3.3', 'Those affected can report and appeal', 'third_party'),
    control('MANAGE 1.3', 'Responses to risks are planned', 'policy'),
    control('MANAGE 2.4', 'Systems can be superseded, disengaged or deactivated', 'revocation'),
    control('MANAGE 3.1', 'Risks of third parties are monitored', 'images', 'third_party'),
    control('MANAGE 4.1', 'Systems are monitored after deployment', 'health'),
    control('MANAGE 4.3', 'Incidents and errors are communicated', 'audit_chain', 'alerts'),
  ],
}
