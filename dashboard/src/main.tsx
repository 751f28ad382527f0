import { render } from 'preact'
import { App } from './app.tsx'
import { keepFocus } from './parts/feedback/keep-focus.ts'
import { applyTheme } from './shell/account-menu.tsx'
import './styles/tokens.css'
import './styles/base.css'
import './styles/frame.css'
import './styles/parts.css'

applyTheme()
keepFocus()
render(<App />, document.getElementById('app')!)
