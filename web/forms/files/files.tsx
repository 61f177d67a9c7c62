import type { WidgetProps } from '@rjsf/utils'
import { drawFilesWith } from '#engine/react'
import { FilesWidget } from '#engine/react/files'
import { sendFile } from './send-file.ts'

drawFilesWith((props: WidgetProps) => <FilesWidget {...props} send={sendFile} />)
