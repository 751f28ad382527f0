import { Icon } from '../parts/layout/icon.tsx'

/** The frame without what depends on the person, while the registry is asked who that is. */
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
