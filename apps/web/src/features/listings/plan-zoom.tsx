import { IconButton } from '#web/ui/icon-button.tsx'
import { ExpandIcon, MinusIcon, PlusIcon } from '#web/ui/icons.ts'
import type { Point } from './plan-shape.ts'
import { mostZoom, zoomStep } from './plan-view.ts'
import type { PlanCamera } from './use-plan-view.ts'

interface PlanZoomProps {
  camera: PlanCamera
  /** What stays in sight. */
  goal: () => Point | undefined
}

/** Zoom without a wheel or a second finger. Each has its key, which works wherever the plan has the focus. */
export function PlanZoom({ camera, goal }: PlanZoomProps) {
  const { view, zoomBy, showAll } = camera
  const look = { tone: 'outline', size: 'sm', className: 'max-sm:size-10' } as const
  return (
    <div role="group" aria-label="Zoom" className="flex gap-1.5">
      <IconButton
        {...look}
        label="Zoom in"
        aria-keyshortcuts="+"
        icon={<PlusIcon />}
        isDisabled={view.zoom >= mostZoom}
        onPress={() => zoomBy(zoomStep, goal())}
      />
      <IconButton
        {...look}
        label="Zoom out"
        aria-keyshortcuts="-"
        icon={<MinusIcon />}
        isDisabled={view.zoom <= 1}
        onPress={() => zoomBy(1 / zoomStep, goal())}
      />
      <IconButton
        {...look}
        label="Show the whole plan"
        aria-keyshortcuts="0"
        icon={<ExpandIcon />}
        isDisabled={view.zoom <= 1}
        onPress={showAll}
      />
    </div>
  )
}
