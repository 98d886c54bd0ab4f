use std::collections::HashMap;
use std::sync::{Arc, Mutex};

pub const TILE_LIMIT: usize = 512;

/// Keeps rendered tiles.
pub struct TileCache {
    tiles: HashMap<u64, Tile>,
    order: Vec<u64>,
    warm_up_time: u32,
}

impl TileCache {
    pub fn with_capacity(n: usize) -> Self {
        Self { tiles: HashMap::with_capacity(n), order: Vec::new(), warm_up_time: 0 }
    }

    pub fn insert(&mut self, key: u64, tile: Tile) {
        if self.tiles.len() >= TILE_LIMIT {
            self.evict_oldest();
        }
        self.order.push(key);
        self.tiles.insert(key, tile);
    }

    fn evict_oldest(&mut self) {
        let oldest = self.order.remove(0);
        self.tiles.remove(&oldest);
    }
}

pub fn snapshot(cache: &Arc<Mutex<TileCache>>) -> Vec<u64> {
    cache.lock().unwrap().order.iter().rev().cloned().collect()
}
