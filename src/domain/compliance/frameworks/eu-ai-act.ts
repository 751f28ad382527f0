import { control, type Framework } from './framework.ts'

/** Articles 19(1) and 26(6): at least six months, the longest of which have 184 days. */
const SIX_MONTHS = 184

export const euAiAct: Framework = {
  id: 'eu_ai_act',
  title: 'EU AI Act, high-risk systems',
  edition: 'Regulation (EU) 2024/1689',
  // Annex III systems. As reported in the press after the amendment of 2026; docs/compliance.md says that it is unchecked.
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
    control('Art. 19(1)', 'Providers keep logs six months', {
      kind: 'retention',
      days: SIX_MONTHS,
    }),
    control('Art. 20', 'Corrective actions', 'revocation'),
    control('Art. 25', 'Responsibilities along the value chain', 'third_party'),
    control('Art. 26(2)', 'Deployers assign oversight', 'access'),
    control('Art. 26(5)', 'Deployers monitor operation', 'health'),
    control('Art. 26(6)', 'Deployers keep logs six months', {
      kind: 'retention',
      days: SIX_MONTHS,
    }),
    control('Art. 49', 'Registration', 'inventory'),
    control('Art. 72', 'Monitoring after placing on the market', 'health'),
    control('Art. 73', 'Report of serious incidents', 'alerts'),
  ],
}
