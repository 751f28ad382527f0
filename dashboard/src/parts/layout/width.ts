import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

const WIDE = matchMedia('(min-width: 48.01rem)')

/** Whether there is room for things side by side; the styles draw the line at the same place. */
export function useIsWide(): boolean {
  const [wide, setWide] = useState(WIDE.matches)
  useEffect(() => {
    const look = () => setWide(WIDE.matches)
    WIDE.addEventListener('change', look)
    return () => WIDE.removeEventListener('change', look)
  }, [])
  return wide
}

const DEFAULT_WIDTH = 480

/** How wide an element is, in pixels of the page. */
export function useElementWidth<Box extends Element>() {
  const ref = useRef<Box>(null)
  const [width, setWidth] = useState(DEFAULT_WIDTH)
  useLayoutEffect(() => {
    const measure = () => setWidth(ref.current?.getBoundingClientRect().width || DEFAULT_WIDTH)
    const observer = new ResizeObserver(measure)
    observer.observe(ref.current!)
    measure()
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}
