// Generated from schemas/article-text.schema.json by `npx leadwright types`. Do not edit.

export type ArticleBlock =
  ParagraphBlock | SubheadingBlock | ListBlock | StepsBlock | TableBlock | FigureBlock | PictureBlock
/**
 * @minItems 1
 */
export type ArticleBlocks = ArticleBlock[]

/**
 * The text of an article in one language, as written in its Markdown file: the front matter between the lines of hyphens, and the parts of the body. Texts may contain [label](target) links, **bold** and *emphasis*.
 */
export interface ArticleText {
  /**
   * The title in lists and search results.
   */
  title: string
  /**
   * What the reader learns, in a sentence, for lists and search results.
   */
  description: string
  /**
   * The heading above the article; the title by default. It may contain a link.
   */
  heading?: string
  /**
   * A text alternative for the cover.
   */
  cover: string
  /**
   * The label of its button.
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
 * A figure, shown large, with its condition next to it.
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
