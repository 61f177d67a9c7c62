// What the server draws the sections with that a repository adds: their code is built without React, and gets this one.
import * as react from 'react'
import * as jsx from 'react/jsx-runtime'

export { renderToStaticMarkup } from 'react-dom/server'
export { jsx, react }
