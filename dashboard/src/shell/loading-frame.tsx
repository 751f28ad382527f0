import { Icon } from '../parts/layout/icon.tsx'

/** Shows the empty frame while the session is being read. */
export const LoadingFrame = () => (
  <div class="frame" aria-busy="true">
    <header class="top">
      <span class="brand">
        <Icon name="brand" />
        <span>Agent Registry</span>
      </span>
    </header>
    <div class="side" />
    <main />
  </div>
)
