import { createAgent } from 'svc-registry/agent'

const agent = await createAgent({
  manifest: {
    name: 'Word Counter', version: '1.0.0', description: 'Counts words.', capabilities: { provides: ['count_words'], requires: [] }, a2a: { upstream_url: 'http://127.0.0.1:8090/a2a/tasks' },
    skills: [{ name: 'count_words', description: 'Counts the words of a text.', input_schema: { type: 'object', required: ['text'] }, output_schema: { type: 'object', required: ['words'] } }],
  },
  skills: { count_words: ({ text }) => ({ words: text.split(/\s+/).filter(Boolean).length }) },
})
console.log((await agent.listen({ port: Number(process.env['PORT'] ?? 8090) })).url)
