//! Which files are binary by format: those that hold a NUL byte near the start and whose name and first bytes agree on a format.
//!
//! Only these are not searched. A NUL byte alone proves nothing: anybody can write one into a source file, and the file would pass
//! unseen.

use bstr::ByteSlice;

/// How far into a file a NUL byte is looked for; git looks as far (`buffer_is_binary`).
const PROBE: usize = 8000;

/// Extensions, the bytes of such a file, and where these stand.
const FORMATS: &[(&[&str], &[u8], usize)] = &[
    // Pictures.
    (&["png"], b"\x89PNG\r\n\x1a\n", 0),
    (&["jpg", "jpeg"], b"\xff\xd8\xff", 0),
    (&["gif"], b"GIF8", 0),
    (&["webp"], b"WEBP", 8),
    (&["ico"], b"\0\0\x01\0", 0),
    (&["bmp"], b"BM", 0),
    (&["tif", "tiff"], b"II*\0", 0),
    (&["tif", "tiff"], b"MM\0*", 0),
    (&["psd"], b"8BPS", 0),
    (&["avif", "heic", "mp4", "m4a", "m4v", "mov"], b"ftyp", 4),
    // Sound and film.
    (&["mp3"], b"ID3", 0),
    (&["mp3"], b"\xff\xfb", 0),
    (&["wav", "avi"], b"RIFF", 0),
    (&["ogg", "oga", "ogv", "opus"], b"OggS", 0),
    (&["flac"], b"fLaC", 0),
    (&["webm", "mkv"], b"\x1aE\xdf\xa3", 0),
    // Fonts.
    (&["woff"], b"wOFF", 0),
    (&["woff2"], b"wOF2", 0),
    (&["ttf"], b"\0\x01\0\0", 0),
    (&["otf"], b"OTTO", 0),
    (&["eot"], b"LP", 34),
    // Documents and archives.
    (&["pdf"], b"%PDF-", 0),
    (&["doc", "xls", "ppt", "msi"], b"\xd0\xcf\x11\xe0", 0),
    (&["zip", "jar", "war", "ear", "apk", "aar", "whl", "egg", "nupkg", "vsix", "xpi"], b"PK\x03\x04", 0),
    (&["docx", "xlsx", "pptx", "odt", "ods", "odp", "epub"], b"PK\x03\x04", 0),
    (&["gz", "tgz"], b"\x1f\x8b", 0),
    (&["bz2", "tbz2"], b"BZh", 0),
    (&["xz", "txz"], b"\xfd7zXZ\0", 0),
    (&["zst"], b"(\xb5/\xfd", 0),
    (&["7z"], b"7z\xbc\xaf\x27\x1c", 0),
    (&["rar"], b"Rar!", 0),
    // Programs and their parts.
    (&["so", "o", "ko", "elf", "node"], b"\x7fELF", 0),
    (&["exe", "dll", "pyd", "sys"], b"MZ", 0),
    (&["dylib", "o", "node"], b"\xcf\xfa\xed\xfe", 0),
    (&["class"], b"\xca\xfe\xba\xbe", 0),
    (&["wasm"], b"\0asm", 0),
    (&["a", "lib"], b"!<arch>\n", 0),
    // Data.
    (&["parquet"], b"PAR1", 0),
    (&["npy"], b"\x93NUMPY", 0),
    (&["h5", "hdf5"], b"\x89HDF\r\n\x1a\n", 0),
    (&["pack"], b"PACK", 0),
    (&["idx"], b"\xfftOc", 0),
    (&["mo", "gmo"], b"\xde\x12\x04\x95", 0),
];

/// Whether the file of that path is binary by format.
pub(super) fn is_known(path: &[u8], content: &[u8]) -> bool {
    let probe = content.get(..PROBE).unwrap_or(content);
    if probe.find_byte(0).is_none() {
        return false;
    }
    let name = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
    let Some(dot) = name.rfind_byte(b'.') else { return false };
    let extension = name[dot + 1..].to_ascii_lowercase();
    FORMATS.iter().any(|(extensions, magic, at)| {
        extensions.iter().any(|known| known.as_bytes() == extension)
            && content.get(*at..).is_some_and(|rest| rest.starts_with(magic))
    })
}

#[cfg(test)]
mod tests {
    use super::is_known;

    #[test]
    fn name_and_bytes_must_agree() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
        let table: [(&str, &[u8], bool); 9] = [
            ("img/logo.png", png, true),
            ("LOGO.PNG", png, true),
            ("logo.py", png, false),
            ("png", png, false),
            ("logo.png", b"a\0b", false),
            ("app.py", b"a\0b", false),
            ("a.webp", b"RIFF\x10\0\0\0WEBPVP8 ", true),
            ("report.pdf", b"%PDF-1.7 without a NUL byte", false),
            ("lib.so", b"\x7fELF\x02\x01\x01\0", true),
        ];
        for (path, content, known) in table {
            assert_eq!(is_known(path.as_bytes(), content), known, "{path}");
        }
    }
}
