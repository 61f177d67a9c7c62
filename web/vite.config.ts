import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** One build for now: what the server renders with, and the style sheets and fonts the browser loads. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    ssr: 'entry-server.tsx',
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    ssrEmitAssets: true,
    assetsInlineLimit: 0,
  },
})
