import { control, type Framework } from './framework.ts'

export const iso42001: Framework = {
  id: 'iso42001',
  title: 'ISO/IEC 42001, Annex A',
  edition: '2023',
  controls: [
    control('A.2.2', 'A policy for AI', 'policy'),
    control('A.2.3', 'Agreement of that policy with others', 'policy'),
    control('A.2.4', 'Review of that policy', 'policy'),
    control('A.3.2', 'Roles and responsibilities', 'access'),
    control('A.3.3', 'Reporting of concerns', 'alerts'),
    control('A.4.2', 'Record of resources', 'inventory'),
    control('A.4.4', 'Record of tools', 'inventory'),
    control('A.4.5', 'Record of systems and computing', 'credentials'),
    control('A.6.2.4', 'Verification and validation', 'identity'),
    control('A.6.2.5', 'Deployment', 'identity'),
    control('A.6.2.6', 'Operation and monitoring', 'revocation', 'health'),
    control('A.6.2.7', 'Technical documentation', 'inventory'),
    control('A.6.2.8', 'Event logs', 'audit_chain', 'retention'),
    control('A.8.3', 'Reports from outside', 'alerts'),
    control('A.8.4', 'Communication of incidents', 'alerts'),
    control('A.9.2', 'Rules for responsible use', 'policy'),
    control('A.10.2', 'Shared responsibilities', 'third_party'),
    control('A.10.3', 'Suppliers', 'third_party', 'images'),
    control('A.10.4', 'Customers', 'third_party'),
  ],
}
