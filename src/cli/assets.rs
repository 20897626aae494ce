//! `front800 assets`: converts character sets and the map from text to bytes and drawings.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use clap::Args;

use super::outcome::Outcome;
use super::{Failed, output};
use crate::assets::{self, Assets, MapColours, Picture, draw_font_sheet};
use crate::host::palette::Palette;
use crate::host::picture::write_png;
use crate::titles::{Sources, TitleError};

/// Command-line arguments.
#[derive(Args)]
pub(super) struct Arguments {
    /// Read the text files from the folders `fonts` and `maps` in this folder
    #[arg(long, value_name = "DIR")]
    src: Option<PathBuf>,
    /// Draw the character sets and the map into this folder
    #[arg(long, value_name = "DIR")]
    png: Option<PathBuf>,
    /// Write the bytes that assembler sources include into this folder
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

/// Runs the subcommand.
pub(super) fn assets(arguments: Arguments, outcome: &mut Outcome) -> anyhow::Result<()> {
    if let Some(folder) = arguments.src.as_deref().filter(|folder| !folder.is_dir()) {
        bail!("{}: no such folder: expected one with `fonts` and `maps` in it", folder.display());
    }
    let folders = [&arguments.output, &arguments.png].into_iter().flatten();
    ensure!(
        !folders.into_iter().any(|folder| output::is_standard_output(folder)),
        "-: standard output is not a folder: expected a folder"
    );
    let sources = arguments.src.as_deref().map_or_else(Sources::embedded, Sources::folder);
    let assets = match sources.build_assets() {
        Ok(assets) => assets,
        Err(TitleError::Assets(problems)) => {
            for problem in &problems {
                output::say(format_args!("{problem}"));
            }
            bail!(Failed(String::new()));
        }
        Err(error) => return Err(error.into()),
    };
    if let Some(folder) = &arguments.output {
        outcome.note(write_bytes(&assets, folder));
    }
    if let Some(folder) = &arguments.png {
        outcome.note(write_drawings(&assets, folder));
    }
    outcome.print(&format!(
        "{} character sets, a map of {} squares and {} units: sound\n",
        assets.sets.len() + 3,
        assets.codes.len(),
        assets.units.len()
    ));
    Ok(())
}

fn write_bytes(assets: &Assets, folder: &Path) -> anyhow::Result<()> {
    for name in assets.generated() {
        let bytes = assets.file(&name).with_context(|| format!("{name} was not generated"))?;
        let path = folder.join(&name);
        create_folder(path.parent().unwrap_or(folder))?;
        output::write_file(&path, &bytes)?;
    }
    Ok(())
}

fn write_drawings(assets: &Assets, folder: &Path) -> anyhow::Result<()> {
    create_folder(folder)?;
    let at_start = |unit: &crate::assets::Unit| unit.arrival == 0;
    let drawings = [
        ("os.png", draw_font_sheet(&assets.os)),
        ("north.png", draw_font_sheet(&assets.tiles.north.font)),
        ("south.png", draw_font_sheet(&assets.tiles.south.font)),
        ("map.png", assets.draw_map(MapColours::JUNE, |_| false)),
        ("units.png", assets.draw_map(MapColours::JUNE, at_start)),
    ];
    let sheet = |(file, set): &(&str, _)| (format!("{}.png", assets::stem(file)), draw_font_sheet(set));
    let drawings = drawings.map(|(name, picture)| (name.to_string(), picture));
    let palette = Palette::ntsc();
    for (name, picture) in drawings.into_iter().chain(assets.sets.iter().map(sheet)) {
        let path = folder.join(name);
        write_png(&path, &rgb(&picture, &palette), picture.width)
            .with_context(|| format!("{} cannot be written", path.display()))?;
    }
    Ok(())
}

fn rgb(picture: &Picture, palette: &Palette) -> Vec<u8> {
    picture.pixels.iter().flat_map(|&colour| palette.rgb(colour)).collect()
}

fn create_folder(folder: &Path) -> anyhow::Result<()> {
    ensure!(!folder.is_file(), "{}: is a file; expected a folder", folder.display());
    std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))
}
