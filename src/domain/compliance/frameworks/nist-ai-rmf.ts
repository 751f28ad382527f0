import { control, type Framework } from './framework.ts'

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
    control('GOVERN 3.2', 'Human roles of oversight are defined', 'access'),
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
