import { control, type Framework } from './framework.ts'

export const soc2: Framework = {
  id: 'soc2',
  title: 'SOC 2 trust services criteria',
  edition: '2017, revised 2022',
  controls: [
    control('CC2.2', 'Events reach those inside who have to act', 'alerts'),
    control('CC2.3', 'Events reach those outside who have to know', 'alerts'),
    control('CC3.2', 'Risks are identified from an inventory', 'inventory'),
    control('CC4.1', 'Controls are checked while they run', 'audit_chain'),
    control('CC5.3', 'Policies are written down and put into force', 'policy'),
    control(
      'CC6.1',
      'Only known parties reach protected things',
      'inventory',
      'identity',
      'credentials',
    ),
    control('CC6.2', 'Parties are registered before they get credentials', 'identity', 'access'),
    control('CC6.3', 'Access follows roles and ends with them', 'access', 'revocation'),
    control('CC6.5', 'What is retired loses its access', 'revocation'),
    control('CC6.8', 'Software that nobody approved is kept out', 'identity'),
    control('CC7.1', 'Weaknesses and changes are looked for', 'health', 'images'),
    control('CC7.2', 'Operation is watched for anomalies', 'health', 'audit_chain'),
    control('CC7.3', 'Events are kept and evaluated', 'audit_chain', 'retention', 'alerts'),
    control('CC7.4', 'Incidents are answered', 'revocation', 'alerts'),
    control('CC8.1', 'Changes are authorized and on record', 'policy'),
    control('CC9.2', 'Vendors are judged and watched', 'third_party'),
    control('A1.2', 'Availability is monitored', 'health'),
    control('C1.1', 'Confidential records are kept as long as decided', 'retention'),
    control('C1.2', 'Confidential records are removed when their time is over', 'retention'),
  ],
}
