//! What blogs call their parts, in the languages whose blogs we have met: words of addresses, of
//! classes, of feeds' names, of the lines beside posts. One list for all rooms.

/// Tags and categories.
#[rustfmt::skip]
const TAGS: &[&str] = &[
    "tag", "tags", "tagged", "cat", "cats", "topic", "topics", "label", "labels", "keyword",
    "keywords", "subject", "schlagwort", "schlagwörter", "schlagworte", "stichwort", "thema",
    "themen", "rubrik", "rubrique", "rubriques", "etiqueta", "etiquetas", "etichetta", "etichette",
    "étiquette", "étiquettes", "etiquette", "etiquettes", "tema", "temas", "mot-cle", "motcle",
    "trefwoord", "onderwerp", "emne", "emner", "ämne", "avainsana", "kulcsszo", "cimke", "címke",
    "štítek", "stitek", "rubrika", "rubriky", "tagi", "etiket", "etiketler", "konu", "метка",
    "метки", "тег", "теги", "рубрика", "рубрики", "标签", "標籤", "分类", "分類", "类别", "タグ", "カテゴリ",
    "カテゴリー", "태그", "분류",
];

/// What words for categories begin with: categories, categoría, categorie, Kategorie, kategori.
const CATEGORIES: &[&str] = &["categor", "catégor", "kategor", "катего"];

/// Comments.
#[rustfmt::skip]
const COMMENTS: &[&str] = &[
    "comment", "comments", "commentaire", "commentaires", "kommentar", "kommentare", "comentario",
    "comentarios", "commenti", "reacties", "replies", "komentarze", "комментарии", "комментарий",
    "комментария", "комментариев", "コメント", "件のコメント", "评论", "評論", "条评论",
];

/// Authors.
const AUTHORS: &[&str] = &["author", "auteur", "autor", "autore", "verfasser", "автор", "作者"];

/// What stands ahead of an author's name: words and short phrases.
#[rustfmt::skip]
const BY: &[&str] = &[
    "by", "von", "par", "por", "per", "di", "da", "de", "door", "av", "af", "przez", "od", "oleh",
    "yazan", "yazar", "napsal", "napsala", "írta", "szerző", "kirjoittanut", "kirjoittaja",
    "skrevet av", "tác giả", "bởi", "από", "投稿者", "著者", "由", "작성자", "글쓴이",
];

/// What stands ahead of such a phrase, by its beginning: "posted by", not "powered by".
#[rustfmt::skip]
const WROTE: &[&str] = &[
    "post", "writ", "wrot", "pubbl", "submitt", "geschrieb", "veröffentlich", "verfasst",
    "erstellt", "écrit", "rédig", "propos", "escri", "scritt", "inserit", "geplaatst", "geschrev",
    "gepost", "skrev", "skriv", "publ", "napis", "opublik", "dodan", "gönder", "yaz", "ditulis",
    "опублик", "написа", "размест", "добав", "articol", "articl", "artikel", "text", "entry",
];

/// Lists of all posts.
#[rustfmt::skip]
const ARCHIVES: &[&str] = &[
    "archive", "archives", "archiv", "archivo", "archivos", "archivio", "arquivo", "arquivos",
    "archief", "arkiv", "arkisto", "archiwum", "archív", "arşiv", "arsiv", "архив", "αρχείο", "归档",
    "存档", "歸檔", "彙整", "アーカイブ", "보관함", "posts", "articles", "artikel", "artículos", "entries",
    "essays", "blog", "all",
];

/// True for a word for lists of all posts, in lower case.
pub(crate) fn names_archives(word: &str) -> bool {
    ARCHIVES.contains(&word)
}

/// True for a word for tags and categories, in lower case.
pub(crate) fn names_tags(word: &str) -> bool {
    TAGS.contains(&word) || CATEGORIES.iter().any(|c| word.starts_with(c))
}

/// True for a word for comments, in lower case.
pub(crate) fn names_comments(word: &str) -> bool {
    COMMENTS.contains(&word)
}

/// True for a word or phrase behind which an author's name stands, in lower case.
pub(crate) fn says_who(phrase: &str) -> bool {
    BY.contains(&phrase) || names_authors(phrase)
}

/// True for a word of writing, in lower case.
pub(crate) fn says_wrote(word: &str) -> bool {
    WROTE.iter().any(|stem| word.starts_with(stem))
}

/// True for a word for authors, in lower case.
pub(crate) fn names_authors(word: &str) -> bool {
    AUTHORS.contains(&word)
}
