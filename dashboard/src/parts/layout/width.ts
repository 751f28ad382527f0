import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'

const WIDE = '(min-width: 48.01rem)'

/** Returns whether the window is wide enough for columns. The styles use the same breakpoint. */
export function useIsWide(): boolean {
  const [wide, setWide] = useState(() => matchMedia(WIDE).matches)
  useEffect(() => {
    const media = matchMedia(WIDE)
    const update = () => setWide(media.matches)
    media.addEventListener('change', update)
    return () => media.removeEventListener('change', update)
  }, [])
  return wide
}

const DEFAULT_WIDTH = 480

/** Returns a ref to an element and its width in pixels. */
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
