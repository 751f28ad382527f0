import { control, type Framework } from './framework.ts'

/** 45 CFR 164.316(b)(2)(i): six years, of which one or two are leap years. */
const SIX_YEARS = 2192

export const hipaa: Framework = {
  id: 'hipaa',
  title: 'HIPAA security rule',
  edition: '45 CFR 164, subpart C',
  controls: [
    control('164.308(a)(1)(ii)(A)', 'Analysis of risks', 'inventory', 'images'),
    control('164.308(a)(1)(ii)(D)', 'Review of activity', 'health'),
    control('164.308(a)(3)(ii)(C)', 'End of access', 'revocation'),
    control('164.308(a)(4)', 'Management of access', 'access'),
    control('164.308(a)(6)(ii)', 'Response to incidents and their report', 'alerts'),
    control('164.308(b)', 'Business associates', 'third_party'),
    control('164.310(d)(2)(iii)', 'Accountability for what holds data', 'inventory'),
    control('164.312(a)(1)', 'Access control', 'access'),
    control('164.312(a)(2)(iv)', 'Encryption of what is stored', 'credentials'),
    control('164.312(b)', 'Audit controls', 'audit_chain'),
    control('164.312(d)', 'Authentication of persons and entities', 'identity'),
    control('164.312(e)', 'Security of transmission', 'credentials'),
    control('164.316(a)', 'Policies and procedures', 'policy'),
    control('164.316(b)(2)(i)', 'Documentation is kept six years', {
      kind: 'retention',
      days: SIX_YEARS,
    }),
  ],
}
