// Adds buttons that copy code, and shows the samples of all pages in the language that was chosen last. The pages work without this script.
// It runs before the page is shown, so that applying the language does not shift the layout.
;(() => {
  const STORED = 'svc-docs-language'
  const root = document.documentElement

  function stored() {
    try {
      return localStorage.getItem(STORED)
    } catch {
      // Browsers that block storage throw.
      return null
    }
  }

  function store(language) {
    try {
      localStorage.setItem(STORED, language)
    } catch {
      // The choice then lasts as long as the page.
    }
  }

  root.dataset.language = ['typescript', 'python', 'go'].find((one) => one === stored()) ?? 'curl'

  const choices = () => document.querySelectorAll('.languages input')

  function check() {
    for (const input of choices()) input.checked = input.value === root.dataset.language
  }

  /** Applies a choice to all requests of the page, and keeps the input that was used where it is on the screen. */
  function choose(input) {
    const before = input.getBoundingClientRect().top
    root.dataset.language = input.value
    check()
    store(input.value)
    scrollBy(0, input.getBoundingClientRect().top - before)
  }

  const element = (name, properties) => Object.assign(document.createElement(name), properties)

  const announcement = element('p', { className: 'hidden' })
  announcement.setAttribute('role', 'status')

  /** Announces a result, even if it is the same as the last one. */
  function announce(text) {
    announcement.textContent = ''
    setTimeout(() => {
      announcement.textContent = text
    }, 50)
  }

  /** Copies the text, or selects it where the browser does not permit copying, as on plain http. */
  async function copy(code) {
    try {
      await navigator.clipboard.writeText(code.textContent.trimEnd())
      return 'Copied'
    } catch {
      getSelection().selectAllChildren(code)
      return 'Selected: press Ctrl+C'
    }
  }

  function addCopyButton(block) {
    const title = block.querySelector('figcaption')?.firstChild?.textContent.trim()
    const button = element('button', { type: 'button', className: 'copy' })
    const label = (text) => {
      button.textContent = text
      button.setAttribute('aria-label', title ? `${text}: ${title}` : `${text} (code)`)
    }
    label('Copy')
    let reset
    button.addEventListener('click', async () => {
      const shown = [...block.querySelectorAll('pre')].find((pre) => pre.offsetParent !== null)
      const result = await copy(shown.querySelector('code'))
      announce(result)
      label(result)
      clearTimeout(reset)
      reset = setTimeout(label, 2000, 'Copy')
    })
    block.append(button)
  }

  document.addEventListener('DOMContentLoaded', () => {
    check()
    for (const input of choices()) input.addEventListener('change', () => choose(input))
    for (const block of document.querySelectorAll('.listing, .block')) addCopyButton(block)
    document.body.append(announcement)
  })
  // The browser restores the choices of a form when the user returns to a page.
  addEventListener('pageshow', () => {
    root.dataset.language = stored() ?? root.dataset.language
    check()
  })
})()
