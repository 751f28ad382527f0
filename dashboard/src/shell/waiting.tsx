import { Icon } from '../parts/icon.tsx'

/** The frame without what depends on the person, while the registry is asked who that is. */
export const Waiting = () => (
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
