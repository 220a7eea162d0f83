import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import type { ColumnResizerProps } from './column-resizer.tsx'

export const loadColumnResizer = async () => ({
  default: (await import('./column-resizer.tsx')).ColumnResizer,
})

/** Changes a column's width; its code loads after the page. */
export function LazyColumnResizer(props: ColumnResizerProps) {
  const { Loaded } = useLazyComponent(loadColumnResizer)
  return Loaded && <Loaded {...props} />
}
