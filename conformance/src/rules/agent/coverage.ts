/**
 * Every line of the interface that asks something of an agent, with the rules that hold it, or why none can.
 * A line that says what the platform does is not here.
 */
export const AGENT_COVERAGE: Readonly<Record<number, readonly string[] | string>> = {
  10: ['HDR-02'],
  21: ['SESS-03'],
  27: ['CARD-15'],
  104: ['CARD-01', 'CARD-02'], 105: ['CARD-01', 'CARD-02', 'CARD-15'], 106: ['CARD-02', 'CARD-14', 'CARD-14.registered'], 107: ['CARD-02'], 108: ['CARD-02', 'CARD-12'], 109: ['CARD-03'],
  110: ['CARD-08', 'CARD-09', 'CARD-09.address'], 111: ['CARD-10', 'CARD-11'], 112: ['CARD-11'],
  118: ['CARD-04', 'CARD-05'], 119: ['CARD-04'], 120: ['CARD-04', 'CARD-06'], 121: ['CARD-04', 'CARD-06'], 122: ['CARD-07', 'CARD-07.positive', 'TASK-29'],
  123: 'cost_estimate has no type and is optional: any value is right.',
  129: ['MAN-01', 'MAN-02'], 130: ['MAN-02'], 131: ['MAN-02', 'MAN-03'], 133: ['MAN-01'],
  141: ['TASK-05', 'TASK-17'], 142: ['TASK-07'], 143: ['TASK-05', 'TASK-31', 'TASK-38', 'TASK-38.types'], 144: ['TASK-04', 'TASK-09'],
  150: ['TASK-16', 'TASK-17', 'TASK-22', 'TASK-30'], 151: ['TASK-12', 'TASK-20', 'TASK-24'], 152: ['TASK-13'], 153: ['TASK-14', 'TASK-15'], 154: ['TASK-18', 'TASK-18.sign', 'TASK-18.time'], 155: ['TASK-21', 'TASK-25'],
  159: ['SESS-02', 'SESS-03', 'SESS-04', 'SESS-06'],
  184: 'Degraded mode begins with a failed bootstrap: what happens between agent and platform cannot be brought about from outside.',
  185: 'As line 184: it takes the install token and the process of the agent.',
  187: ['TASK-12', 'TASK-13', 'TASK-14'], 188: ['TASK-19', 'TASK-20', 'TASK-21'], 192: ['TASK-32'],
  196: ['TASK-34', 'TASK-35'],
  322: ['CARD-01', 'CARD-16'], 323: ['SESS-01', 'SESS-05'], 324: ['CHAT-01', 'CHAT-02', 'CHAT-03', 'CHAT-04', 'CHAT-05', 'CHAT-06'], 325: ['HEALTH-01', 'HEALTH-02'],
  326: ['RPC-01', 'RPC-03', 'RPC-04', 'RPC-05', 'RPC-06', 'RPC-07', 'RPC-08', 'RPC-09', 'RPC-10', 'RPC-11'], 327: ['TASK-05', 'TASK-33'],
  333: ['TASK-05', 'TASK-06', 'TASK-07', 'TASK-08', 'TASK-10', 'TASK-36', 'RPC-12'], 334: ['TASK-11', 'TASK-12', 'TASK-13', 'TASK-14'], 335: ['TASK-19', 'TASK-20', 'TASK-21', 'TASK-23', 'TASK-27'],
  336: ['TASK-01', 'TASK-02', 'TASK-03', 'TASK-04', 'TASK-28'], 337: ['CARD-13', 'MAN-01', 'TASK-28'], 338: ['TASK-37'],
  340: ['HDR-06'], 344: ['CHAT-02', 'HDR-01'], 345: ['CHAT-03', 'HDR-02'], 346: ['CHAT-04', 'HDR-03'], 347: ['CHAT-05', 'HDR-04'], 348: ['CHAT-06', 'HDR-05'],
  359: ['CHAT-01', 'CHAT-07', 'CHAT-08', 'CHAT-09'],
  360: ['SIGN-01', 'SIGN-02'],
  396: ['TASK-22'], 398: ['TASK-26'], 421: ['CARD-14', 'CARD-14.registered'], 423: ['RPC-02'],
}
