// Generated from schemas/article-text.schema.json by `npx leadwright types`. Do not edit.

export type ArticleBlock =
  ParagraphBlock | SubheadingBlock | ListBlock | StepsBlock | TableBlock | FigureBlock | PictureBlock
/**
 * @minItems 1
 */
export type ArticleBlocks = ArticleBlock[]

/**
 * The text of an article in one language, as its Markdown file says it: what stands between the lines of hyphens, and the parts of the rest. Texts hold [label](target) links, **bold** and *emphasis*.
 */
export interface ArticleText {
  /**
   * What it is called in lists and search results.
   */
  title: string
  /**
   * What one knows afterwards: for lists and search results.
   */
  description: string
  /**
   * What stands large above it; the title when left out. It may hold a link.
   */
  heading?: string
  /**
   * What its cover shows, for those who do not see it.
   */
  cover: string
  /**
   * What stands on its button.
   */
  action?: string
  intro: ArticleBlocks
  /**
   * @minItems 1
   * @maxItems 10
   */
  sections: ArticlePart[]
  conclusion: ArticleBlocks
}
export interface ParagraphBlock {
  paragraph: string
}
export interface SubheadingBlock {
  subheading: string
}
export interface ListBlock {
  list: string[]
}
export interface StepsBlock {
  steps: string[]
}
export interface TableBlock {
  head: string[]
  rows: string[][]
}
/**
 * A figure, shown large, with its condition beside it.
 */
export interface FigureBlock {
  figure: string
  condition: string
}
export interface PictureBlock {
  picture: string
  shows: string
}
export interface ArticlePart {
  title?: string
  blocks: ArticleBlocks
}
