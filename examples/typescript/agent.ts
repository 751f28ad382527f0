import { serveAgent } from 'svc-agent'

const { url } = await serveAgent({
  dir: import.meta.dirname,
  port: process.env['PORT'] === undefined ? undefined : Number(process.env['PORT']),
  skills: {
    count_words: ({ text }) => ({ words: text.split(/\s+/).filter(Boolean).length }),
  },
})
console.log(url)
