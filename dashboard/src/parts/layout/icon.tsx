/** Paths on a 16 × 16 grid, drawn for this dashboard. */
const PATHS = {
  brand:
    'M8 1.5l5.5 2v4.2c0 3.4-2.2 5.8-5.5 6.8-3.3-1-5.5-3.4-5.5-6.8V3.5zM5.6 7.8l1.7 1.7 3.2-3.4',
  menu: 'M2 4h12M2 8h12M2 12h12',
  close: 'M4 4l8 8M12 4l-8 8',
  check: 'M3 8.5l3.2 3.2L13 4.8',
  warning: 'M8 2.2l6.2 11.3H1.8zM8 6.5v3.2M8 11.6v.4',
  out: 'M6 3H3v10h10v-3M9 3h4v4M13 3L7.5 8.5',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  person: 'M8 8a2.7 2.7 0 100-5.4A2.7 2.7 0 008 8zM2.8 13.7c.6-2.4 2.6-3.7 5.2-3.7s4.6 1.3 5.2 3.7',
  search: 'M7 12A5 5 0 107 2a5 5 0 000 10zM10.7 10.7L14 14',
  left: 'M10 3L5 8l5 5',
  right: 'M6 3l5 5-5 5',
  down: 'M3 6l5 5 5-5',
  up: 'M3 10l5-5 5 5',
  overview: 'M2.5 2.5h4.5v6h-4.5zM9 2.5h4.5v3.5H9zM9 8h4.5v5.5H9zM2.5 10.5h4.5v3h-4.5z',
  registry: 'M2.5 3h11M2.5 8h11M2.5 13h11M5 3v0M5 8v0M5 13v0',
  workspaces: 'M2.5 5l5.5-3 5.5 3L8 8zM2.5 8L8 11l5.5-3M2.5 11L8 14l5.5-3',
  fleet: 'M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5h-4.5zM9 11.2h4.5M11.25 9v4.5',
  tasks: 'M2.5 4l1.3 1.3L6 3M2.5 10.5l1.3 1.3L6 9.5M8.5 4.5h5M8.5 11h5',
  disputes: 'M8 2v11.5M4.5 13.5h7M3 4.5h10M3 4.5L1.5 9h3zM13 4.5L11.5 9h3z',
  images: 'M8 1.8l5.5 3v6.4l-5.5 3-5.5-3V4.8zM2.5 4.8L8 8l5.5-3.2M8 8v6.2',
  compliance: 'M4 1.8h6l3 3v9.4H4zM6.2 9l1.5 1.5L10.5 7.5',
  audit: 'M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h3',
  operator:
    'M8.8 1.9l5.3 5.3M5.6 5.1l5.3 5.3M9.6 2.7L6.4 5.9M13.3 6.4l-3.2 3.2M8.2 7.8L2.2 13.8M8.5 14h5.5',
  organization:
    'M2.5 13.5v-8h5v8M7.5 13.5v-11h6v11M1.5 13.5h13M10 5.5h1M10 8h1M10 10.5h1M4.5 8h1M4.5 10.5h1',
} as const

export type IconName = keyof typeof PATHS

/** Shows a decorative icon beside text. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
)
