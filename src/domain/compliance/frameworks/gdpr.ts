import { control, type Framework } from './framework.ts'

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
    control('Art. 33', 'Notification of breaches', 'alerts'),
  ],
}
