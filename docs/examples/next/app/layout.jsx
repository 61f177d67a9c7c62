import 'leadwright/react/style.css'

export const metadata = { title: 'Call me back' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
