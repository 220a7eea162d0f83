import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ExpandIcon, MinusIcon, PlusIcon } from '#web/ui/icons.ts'
import type { Point } from './plan-shape.ts'
import { maxZoom, zoomStep } from './plan-view.ts'
import type { PlanCamera } from './use-plan-view.ts'

interface PlanZoomProps {
  camera: PlanCamera
  /** The point to keep in place. */
  zoomCentre: () => Point | undefined
}

/** Zoom buttons with shortcuts that work while the plan has focus. */
export function PlanZoom({ camera, zoomCentre }: PlanZoomProps) {
  const { view, zoomBy, showAll } = camera
  const buttonProps = { tone: 'outline', size: 'sm', className: 'max-sm:size-10' } as const
  return (
    <div role="group" aria-label="Zoom" className="flex gap-1.5">
      <IconButton
        {...buttonProps}
        label="Zoom in"
        aria-keyshortcuts="+"
        icon={<PlusIcon />}
        isDisabled={view.zoom >= maxZoom}
        onPress={() => zoomBy(zoomStep, zoomCentre())}
      />
      <IconButton
        {...buttonProps}
        label="Zoom out"
        aria-keyshortcuts="-"
        icon={<MinusIcon />}
        isDisabled={view.zoom <= 1}
        onPress={() => zoomBy(1 / zoomStep, zoomCentre())}
      />
      <IconButton
        {...buttonProps}
        label="Fit map"
        aria-keyshortcuts="0"
        icon={<ExpandIcon />}
        isDisabled={view.zoom <= 1}
        onPress={showAll}
      />
    </div>
  )
}
